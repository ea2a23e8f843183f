import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyFailedSave, notifyWentWrong } from '../shell/notify.tsx';
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

/**
 * Moves rows of a list. `rows` is the list as the person has it: in the new order at once, and again in the server's
 * when a move fails. Moves go to the server one after the other; each names the order it started from, so what someone
 * else moved meanwhile is told and not undone.
 */
export function useReorder(level: Level, parentId: number | undefined, stored: readonly Row[]) {
  const queries = useQueryClient();
  const queryKey = [level.key, parentId ?? null];
  const move = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: (order: { ids: number[]; from: number[] }) => level.api.reorder.mutate(order),
    onSuccess: (_nothing, { ids }) => queries.setQueryData<Row[]>(queryKey, (rows) => rows && inOrder(rows, ids)),
    onError: (error) => {
      const { httpStatus, message } = describeFailure(error);
      notifyFailedSave(httpStatus, message);
    },
    onSettled: () => reload(queries, level),
    meta: showsFailures,
  });
  const rows = move.isPending ? inOrder(stored, move.variables.ids) : stored;
  const idsOf = (list: readonly Row[]) => list.map((row) => row.id);
  return { rows, move: (moved: readonly Row[]) => move.mutate({ ids: idsOf(moved), from: idsOf(rows) }) };
}

/** The rows in the given order; those it does not name stand behind. */
function inOrder(rows: readonly Row[], ids: readonly number[]): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((a, b) => (places.get(a.id) ?? ids.length) - (places.get(b.id) ?? ids.length));
}

/** Reloads a record's lists, and without waiting for it what the page shows. */
function reload(queries: QueryClient, level: Level): Promise<void> {
  void queries.invalidateQueries({ queryKey: [pageQuery] });
  return queries.invalidateQueries({ queryKey: [level.key] });
}
