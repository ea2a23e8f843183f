import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { titles } from '../../../contract/messages.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { undoOf } from '../history/undo.ts';
import { useRecordDestination } from '../releases/destination.ts';
import { notifyDeletedIn, notifyOrderedIn, releasesQuery } from '../releases/edits.ts';
import { notifyFailedSave, notifySuccess, notifyWentWrong } from '../shell/notify.ts';
import type { Draft, RecordView, Row, SaveInput } from './record-view.ts';

/** First part of the query key of the page preview; every change of a record invalidates it. */
export const pageQuery = 'page';

/** A record's rows in the page's order; for a child record, the rows of one parent. `isFresh` loads them on mounting. */
export function useRows(view: RecordView, parentId?: number, { isFresh = false } = {}) {
  const release = useRecordDestination(view)?.id;
  return useQuery({
    refetchOnMount: isFresh ? 'always' : true,
    queryKey: [...listsOf(view, release), parentId ?? null],
    queryFn: () => view.api.list.query({ parentId, release }),
  });
}

/** First parts of the query keys of a record's lists: a release has lists of its own. */
function listsOf(view: RecordView, release: number | undefined) {
  return [view.key, release ?? 'live'];
}

/** Saves a row. Reloads the list after success and failure, before the mutation settles (specification, section 4). */
export function useSave(view: RecordView) {
  const queries = useQueryClient();
  const release = useRecordDestination(view)?.id;
  return useMutation({
    mutationFn: (input: SaveInput<Draft>) => view.api.save.mutate({ ...input, release }),
    onSettled: (_saved, error) => reload(queries, view, error),
    meta: showsFailures,
  });
}

/** Deletes a row, removes it from the local list and reloads the list (specification, section 4). */
export function useDelete(view: RecordView) {
  const queries = useQueryClient();
  const destination = useRecordDestination(view);
  const release = destination?.id;
  return useMutation({
    mutationFn: (id: number) => view.api.delete.mutate({ id, release }),
    onSuccess: ({ revision }, id) => {
      const queryKey = listsOf(view, release);
      queries.setQueriesData<Row[]>({ queryKey }, (rows) => rows?.filter((row) => row.id !== id));
      if (destination) notifyDeletedIn(destination);
      else view.onDeleted(undoOf(revision));
    },
    onError: (error) => notifyWentWrong(describeFailure(error).message),
    onSettled: (_nothing, error) => reload(queries, view, error),
    meta: showsFailures,
  });
}

/**
 * Moves rows of a list. `rows` has the new order at once, and the server's order again if a move fails. Moves are sent
 * one after the other; each names the order it started from, so that the server refuses to undo another user's move.
 */
export function useReorder(view: RecordView, parentId: number | undefined, stored: readonly Row[]) {
  const queries = useQueryClient();
  const destination = useRecordDestination(view);
  const release = destination?.id;
  const queryKey = [...listsOf(view, release), parentId ?? null];
  const move = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: (order: { ids: number[]; from: number[] }) => view.api.reorder.mutate({ ...order, release }),
    onSuccess: ({ revision }, { ids }) => {
      queries.setQueryData<Row[]>(queryKey, (rows) => rows && inOrder(rows, ids));
      const undo = undoOf(revision);
      if (destination) notifyOrderedIn(destination);
      else if (undo) notifySuccess(titles.success, 'Order changed.', undo);
    },
    onError: (error) => {
      const { httpStatus, message } = describeFailure(error);
      notifyFailedSave(httpStatus, message);
    },
    onSettled: (_nothing, error) => reload(queries, view, error),
    meta: showsFailures,
  });
  const rows = move.isPending ? inOrder(stored, move.variables.ids) : stored;
  const idsOf = (list: readonly Row[]) => list.map((row) => row.id);
  return { rows, move: (moved: readonly Row[]) => move.mutate({ ids: idsOf(moved), from: idsOf(rows) }) };
}

/** The rows in the order of `ids`; other rows follow. */
function inOrder(rows: readonly Row[], ids: readonly number[]): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((a, b) => (places.get(a.id) ?? ids.length) - (places.get(b.id) ?? ids.length));
}

/**
 * Reloads a record's lists; the page preview reloads in the background. After a lost connection the lists reload in the
 * background too: the failed call must not wait for their retries.
 */
export async function reload(queries: QueryClient, view: RecordView, error: unknown): Promise<void> {
  void queries.invalidateQueries({ queryKey: [pageQuery] });
  if (view.path !== null) void queries.invalidateQueries({ queryKey: releasesQuery });
  const lists = queries.invalidateQueries({ queryKey: [view.key] });
  const isConnected = error === null || describeFailure(error).httpStatus !== 0;
  if (isConnected) await lists;
}
