import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyWentWrong } from '../shell/notify.tsx';
import type { Draft, Level, Row, SaveInput } from './level.ts';

/** Begins the key of what the public page shows with a draft; every change of a record makes it old. */
export const pageQuery = 'page';

/** A record's rows in their order; of one parent for a child record. */
export function useRows(level: Level, parentId?: number) {
  return useQuery({
    queryKey: [level.key, parentId ?? null],
    queryFn: () => level.api.list.query({ parentId }),
  });
}

/** Saves a row. The list is reloaded in either case, before the mutation settles (specification, section 4). */
export function useSave(level: Level) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: SaveInput<Draft>) => level.api.save.mutate(input),
    onSettled: () => reload(queries, level),
    meta: showsFailures,
  });
}

/** Deletes a row: it leaves the local list, and the list is reloaded (specification, section 4). */
export function useDelete(level: Level) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => level.api.delete.mutate({ id }),
    onSuccess: (_nothing, id) => {
      queries.setQueriesData<Row[]>({ queryKey: [level.key] }, (rows) => rows?.filter((row) => row.id !== id));
      level.onDeleted();
    },
    onError: (error) => notifyWentWrong(describeFailure(error).message),
    onSettled: () => reload(queries, level),
    meta: showsFailures,
  });
}

/** Puts a list into a new order: at once on screen, then on the server. */
export function useReorder(level: Level, parentId?: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rows: readonly Row[]) => level.api.reorder.mutate({ ids: rows.map((row) => row.id) }),
    onMutate: (rows) => queries.setQueryData([level.key, parentId ?? null], rows),
    onError: (error) => notifyWentWrong(describeFailure(error).message),
    onSettled: () => reload(queries, level),
    meta: showsFailures,
  });
}

/** Reloads a record's lists, and without waiting for it what the page shows. */
function reload(queries: QueryClient, level: Level): Promise<void> {
  void queries.invalidateQueries({ queryKey: [pageQuery] });
  return queries.invalidateQueries({ queryKey: [level.key] });
}
