import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { titles } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import type { RecordView } from '../records/record-view.ts';
import { notifyError } from '../shell/notify.ts';
import { type Account, isUnderWay } from './account-columns.tsx';

/** Polling intervals in ms: while a check or sync is under way, before a retry, and while credentials are unchecked. */
const pollInterval = { busy: 2000, retry: 5000, unchecked: 15_000 };

/** Polls while credentials are checked or logs synced; notifies if the provider refuses credentials. */
export function useAccountWatch(accounts: RecordView): void {
  const queries = useQueryClient();
  const { data } = trpc.telephony.clients.list.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.data ? intervalFor(state.data) : false) },
  );
  /** Version of each account with refused credentials; undefined before the first answer. */
  const refused = useRef<Map<number, number>>(undefined);

  useEffect(() => {
    if (!data) return;
    const before = refused.current;
    // Notify once per refused save; the table shows what was refused before the screen opened.
    refused.current = new Map(
      data.filter(({ credentials }) => credentials === 'refused').map((row) => [row.id, row.version]),
    );
    for (const { id, version, projectName, credentialsProblem } of data) {
      if (!before || before.get(id) === version || refused.current.get(id) !== version) continue;
      notifyError(titles.error, `Twilio refuses the credentials of ${projectName}.\n${credentialsProblem}`);
    }
  }, [data]);

  // The table has its own copy of the rows.
  const shown = useRef(data);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== data)
      void queries.invalidateQueries({ queryKey: [accounts.key] });
    shown.current = data;
  }, [data, queries, accounts]);
}

function intervalFor(accounts: readonly Account[]): number | false {
  const jobs = accounts.flatMap(({ check, sync }) => [check.job, sync.job]).filter((job) => job !== null);
  if (jobs.some(isUnderWay)) return pollInterval.busy;
  if (jobs.length > 0) return pollInterval.retry;
  return accounts.some(({ credentials }) => credentials === 'unchecked') && pollInterval.unchecked;
}
