import { useCallback } from 'react';
import type { BeginUpload } from '../fields/uploads.ts';
import { useUploads } from '../records/use-uploads.ts';
import { useEditorSession } from './session/provider.tsx';
import { type EditorSession, type ItemKey, keyOf } from './session/types.ts';

/** Saves after running uploads; then shows the first row that keeps the save from being written. */
export function useSave() {
  const session = useEditorSession();
  const uploads = useUploads(() => void save(session));
  const { begin: count } = uploads;
  const begin = useCallback<BeginUpload>(() => {
    const end = count();
    return (stored) => {
      if (stored) session.rememberPicture(stored.hash, stored);
      end(stored);
    };
  }, [count, session]);
  return {
    begin,
    isWaiting: uploads.isSaveWaiting,
    save() {
      if (uploads.isUploading) uploads.waitToSave();
      else void save(session);
    },
  };
}

async function save(session: EditorSession): Promise<void> {
  if (await session.save()) return;
  const { problems, conflicts } = session.read();
  const [conflict] = conflicts;
  if (conflict && session.row(conflict.item)) return session.select(conflict.item);
  const [first] = problems;
  const item = first && itemOf(session, first[0]);
  const [field] = Object.keys(first?.[1] ?? {});
  if (item) session.select({ ...item, ...(field !== undefined && { field }) });
}

/** The item with a key of `keyOf`. */
function itemOf(session: EditorSession, key: string): ItemKey | undefined {
  for (const [path, rows] of session.read().rows ?? []) {
    const row = rows.find(({ id }) => keyOf({ path, id }) === key);
    if (row) return { path, id: row.id };
  }
  return undefined;
}
