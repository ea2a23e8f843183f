import type { inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';

export type SyncStatus = inferRouterOutputs<AppRouter>['boards']['status'];

/** Polling intervals of the status, in ms: during a sync, before a retry, and otherwise. */
const pollInterval = { busy: 1500, retry: 5000, idle: 30_000 };

/** Current state of the Trello sync; reloads boards, lists and labels after each sync, however short. */
export function useSync(): SyncStatus | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.boards.status.useQuery(undefined, {
    refetchInterval: ({ state: { data: status } }) => {
      if (!status) return pollInterval.idle;
      if (status.state !== 'idle') return pollInterval.busy;
      return status.retryAt === null ? pollInterval.idle : pollInterval.retry;
    },
  });
  // A short sync may begin and end between two polls: its end is what counts.
  const ended = data && data.state !== 'running' ? `${data.startedAt} ${data.succeededAt} ${data.failedAt}` : undefined;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (ended === undefined) return;
    if (seen.current !== undefined && seen.current !== ended) {
      void utils.boards.list.invalidate();
      void utils.boards.lists.invalidate();
      void utils.boards.labels.invalidate();
      void utils.boards.categories.invalidate();
      void utils.boards.categoryLabels.invalidate();
    }
    seen.current = ended;
  }, [ended, utils]);
  return data;
}
