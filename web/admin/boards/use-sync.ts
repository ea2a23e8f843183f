import type { inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';

export type SyncStatus = inferRouterOutputs<AppRouter>['boards']['status'];

/** Polling intervals of the status, in ms: during a sync and otherwise. */
const pollInterval = { busy: 1500, idle: 30_000 };

/** Current state of the Trello sync; reloads boards, lists and labels when a sync ends. */
export function useSync(): SyncStatus | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.boards.status.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'idle' ? pollInterval.busy : pollInterval.idle),
  });
  const isBusy = data !== undefined && data.state !== 'idle';
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) {
      void utils.boards.list.invalidate();
      void utils.boards.lists.invalidate();
      void utils.boards.labels.invalidate();
      void utils.boards.categoryLabels.invalidate();
    }
    wasBusy.current = isBusy;
  }, [isBusy, utils]);
  return data;
}
