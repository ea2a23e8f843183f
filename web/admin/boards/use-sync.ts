import type { inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';

export type SyncStatus = inferRouterOutputs<AppRouter>['boards']['status'];

/** How often the status is asked for, in ms: while a sync is under way, and otherwise. */
const pace = { busy: 1500, calm: 30_000 };

/** How the sync stands, kept up to date; when one ends, what it may have changed is loaded again. */
export function useSync(): SyncStatus | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.boards.status.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'idle' ? pace.busy : pace.calm),
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
