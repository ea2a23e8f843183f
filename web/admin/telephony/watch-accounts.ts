import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { titles } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import type { Level } from '../records/level.ts';
import { notifyError } from '../shell/notify.tsx';

/** How often an account under way is looked at, in ms, and how many times; after that a person reloads. */
const pause = 2000;
const mostLooks = 30;

/** Follows credentials being checked and logs being synced, and says when the provider refuses credentials. */
export function useAccountWatch(accounts: Level): void {
  const queries = useQueryClient();
  const { data } = trpc.telephony.clients.list.useQuery({});
  /** Version of each account that is known to be refused; undefined before the first answer. */
  const known = useRef<Map<number, number>>(undefined);
  const looks = useRef(0);
  const isUnderWay = data?.some(({ credentials, sync }) => credentials === 'unchecked' || sync.isRunning) ?? false;

  useEffect(() => {
    if (!data) return;
    const before = known.current;
    // Of each save that is refused it is said once; what was refused before the screen opened is in the table.
    known.current = new Map(
      data.filter(({ credentials }) => credentials === 'refused').map((row) => [row.id, row.version]),
    );
    for (const { id, version, projectName, credentialsProblem } of data) {
      if (!before || before.get(id) === version || known.current.get(id) !== version) continue;
      notifyError(titles.error, `Twilio refuses the credentials of ${projectName}.\n${credentialsProblem}`);
    }
  }, [data]);

  useEffect(() => {
    if (!isUnderWay) {
      looks.current = 0;
      return;
    }
    const timer = setInterval(() => {
      looks.current += 1;
      if (looks.current > mostLooks) return clearInterval(timer);
      void queries.invalidateQueries({ queryKey: [accounts.key] });
      void queries.invalidateQueries({ queryKey: [['telephony', 'clients', 'list']] });
    }, pause);
    return () => clearInterval(timer);
  }, [isUnderWay, queries, accounts]);
}
