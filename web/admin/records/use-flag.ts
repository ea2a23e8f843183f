import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { titles } from '../../../contract/messages.ts';
import { describeFailure } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyRefused, undoOf } from '../history/undo.ts';
import { useRecordDestination } from '../releases/destination.ts';
import { notifySavedIn } from '../releases/edits.ts';
import { notifyFailedSave, notifySuccess, type Undo } from '../shell/notify.ts';
import { reload } from './record-queries.ts';
import { isRow, type RecordView, type Row, valuesOf } from './record-view.ts';

interface Flag {
  isOn: boolean;
  isSaving: boolean;
  change(isOn: boolean): void;
}

/** The change of a flag, and the release that it goes to. */
interface FlagChange {
  view: RecordView;
  row: Row;
  name: string;
  isOn: boolean;
  release: number | undefined;
}

/** A flag of a row: has the new value at once, saves it, and has the stored value again if the save fails. */
export function useFlag(view: RecordView, row: Row, name: string): Flag {
  const queries = useQueryClient();
  const destination = useRecordDestination(view);
  const release = destination?.id;
  const save = useMutation({
    mutationFn: (isOn: boolean) => saveFlag({ view, row, name, isOn, release }),
    onSuccess({ version, revision = null }, isOn) {
      const back = { view, row: { ...row, version }, name, isOn: !isOn, release };
      // A release and a record without a history have no revision to undo.
      const undo = undoOf(revision) ?? (() => putBack(queries, back));
      if (destination) notifySavedIn(destination, undo);
      else view.onSaved(undo);
    },
    onError(error) {
      const { httpStatus, message } = describeFailure(error);
      notifyFailedSave(httpStatus, message);
    },
    onSettled: (_saved, error) => reload(queries, view, error),
    meta: showsFailures,
  });
  const isOn = save.isPending ? save.variables : row[name] === true;
  return { isOn, isSaving: save.isPending, change: save.mutate };
}

/** Saves one flag. If someone else has changed the row in the meantime, their version gets the flag. */
async function saveFlag({ view, row, name, isOn, release }: FlagChange) {
  const send = (from: Row) => {
    const { id, version } = from;
    return view.api.save.mutate({
      key: newKey(),
      id,
      version,
      values: { ...valuesOf(view, from), [name]: isOn },
      release,
    });
  };
  try {
    return await send(row);
  } catch (error) {
    const { httpStatus, current } = describeFailure(error);
    if (httpStatus !== 409 || !isRow(current)) throw error;
    return send(current);
  }
}

async function putBack(queries: QueryClient, change: FlagChange): ReturnType<Undo> {
  try {
    await saveFlag(change);
    notifySuccess(titles.success, 'Undone.');
  } catch (error) {
    notifyRefused(error);
  } finally {
    await reload(queries, change.view, null);
  }
}
