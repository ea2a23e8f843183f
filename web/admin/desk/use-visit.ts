import { useEffect } from 'react';
import { isAttended } from '../accounts/attendance.ts';
import { backgroundClient, trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';

/** How often a visit is noted while a person is at the screen, in ms; the server ends a visit after half an hour. */
const noteInterval = 5 * 60_000;

/** Notes the visit of the dashboard. `since`: when the visit before ended; null: it is the first, or not known. */
export function useVisit(): { since: Date | null; isKnown: boolean } {
  const { mutate, data, isError } = trpc.desk.visit.useMutation({ meta: showsFailures });
  useEffect(() => mutate({}), [mutate]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (isAttended()) backgroundClient.desk.visit.mutate({}).catch(() => {});
    }, noteInterval);
    return () => clearInterval(timer);
  }, []);
  const since = data?.since ?? null;
  return { since: since === null ? null : new Date(since), isKnown: data !== undefined || isError };
}
