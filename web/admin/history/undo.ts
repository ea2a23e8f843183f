import { titles } from '../../../contract/messages.ts';
import { client } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { beginRequest } from '../api/pending.ts';
import { queryClient } from '../api/query-client.ts';
import { notifyError, notifyFailedSave, notifySuccess, type Undo } from '../shell/notify.ts';

/** Undoes the change with this content revision; undefined without a revision, for records without a history. */
export function undoOf(revision: number | null): Undo | undefined {
  return revision === null ? undefined : () => undo(revision);
}

async function undo(revision: number): Promise<void> {
  const end = beginRequest();
  try {
    await client.history.undo.mutate({ revision });
    notifySuccess(titles.success, 'Undone.');
  } catch (error) {
    notifyRefused(error);
  } finally {
    end();
    await reloadLists();
  }
}

/** Says why a change was refused: a conflict in the server's own words, everything else as after a save. */
export function notifyRefused(error: unknown): void {
  const { httpStatus, message } = describeFailure(error);
  if (httpStatus === 409) notifyError(titles.error, message);
  else notifyFailedSave(httpStatus, message);
}

/** Reloads what is on screen: a change that goes back may concern any list, and the preview. */
export function reloadLists(): Promise<void> {
  return queryClient.invalidateQueries();
}
