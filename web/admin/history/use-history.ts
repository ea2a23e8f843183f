import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { titles } from '../../../contract/messages.ts';
import { client } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifySuccess } from '../shell/notify.ts';
import { notifyRefused, reloadLists, undoOf } from './undo.ts';

type Filter = Pick<Parameters<typeof client.history.list.query>[0], 'section' | 'record' | 'rowId' | 'action'>;

/** Entries of one page of the list. */
const pageLength = 50;
/** Larger than every id. */
const newest = 2_147_483_647;

/** The entries that match, the newest first, page by page. Always loaded afresh: saves do not reload the history. */
export function useHistory(filter: Filter) {
  return useInfiniteQuery({
    queryKey: ['history', filter],
    queryFn: ({ pageParam }) => client.history.list.query({ ...filter, before: pageParam, limit: pageLength }),
    initialPageParam: newest,
    getNextPageParam: (page) => (page.length < pageLength ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });
}

/** Restores a version of a row, or only some of its fields, and notifies about it with an Undo. */
export function useRestore() {
  return useMutation({
    mutationFn: (input: { entry: number; fields?: string[] }) => client.history.restore.mutate(input),
    onSuccess: ({ revision }) =>
      notifySuccess(
        titles.success,
        revision === null ? 'Nothing to restore: the record is like this now.' : 'Restored.',
        undoOf(revision),
      ),
    onError: notifyRefused,
    onSettled: reloadLists,
    meta: showsFailures,
  });
}
