import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { titles } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import type { RecordView } from '../records/record-view.ts';
import { notifyError } from '../shell/notify.tsx';

/** Polling interval during a check or sync, in ms, and the number of polls before giving up. */
const pollInterval = 2000;
const maxPolls = 30;

/** Polls while credentials are checked or logs synced; notifies if the provider refuses credentials. */
export function useAccountWatch(accounts: RecordView): void {
  const queries = useQueryClient();
  const { data } = trpc.telephony.clients.list.useQuery({});
  /** Version of each account with refused credentials; undefined before the first answer. */
  const refused = useRef<Map<number, number>>(undefined);
  const polls = useRef(0);
  const isBusy = data?.some(({ credentials, sync }) => credentials === 'unchecked' || sync.isRunning) ?? false;

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

  useEffect(() => {
    if (!isBusy) {
      polls.current = 0;
      return;
    }
    const timer = setInterval(() => {
      polls.current += 1;
      if (polls.current > maxPolls) return clearInterval(timer);
      void queries.invalidateQueries({ queryKey: [accounts.key] });
      void queries.invalidateQueries({ queryKey: [['telephony', 'clients', 'list']] });
    }, pollInterval);
    return () => clearInterval(timer);
  }, [isBusy, queries, accounts]);
}
