import { useCallback } from 'react';
import type { BeginUpload } from '../fields/uploads.ts';
import { viewAt } from '../records/record-view.ts';
import { useUploads } from '../records/use-uploads.ts';
import { themeFields } from '../theme/theme-fields.ts';
import { pageFieldsOf } from './page-fields.ts';
import { useEditorSession } from './session/provider.tsx';
import { type EditorSession, type ItemKey, keyOf, type Selection } from './session/types.ts';

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
  if (!item) return;
  session.select(placeOf(item, Object.keys(first[1])));
  // After the fields are drawn. They may have been in sight already, with the focus on Save.
  setTimeout(focusFirstProblem);
}

/** Where the fields of an item are: with the item, or in the theme panel. */
function placeOf(item: ItemKey, names: readonly string[]): Selection {
  const view = viewAt(item.path);
  const shown = names.find((name) => view && pageFieldsOf(view).some((field) => field.name === name));
  if (shown !== undefined) return { ...item, field: shown };
  const isTheme = item.path === 'company.heading' && names.some((name) => themeFields.includes(name));
  return isTheme ? { panel: 'theme' } : item;
}

/** Moves the focus to the first field with a message, but not away from a text that the user types on the page. */
function focusFirstProblem(): void {
  if (document.activeElement?.closest('[data-editor-page]')) return;
  document.querySelector<HTMLElement>('#editor-fields [aria-invalid=true]')?.focus();
}

/** The item with a key of `keyOf`. */
function itemOf(session: EditorSession, key: string): ItemKey | undefined {
  for (const [path, rows] of session.read().rows ?? []) {
    const row = rows.find(({ id }) => keyOf({ path, id }) === key);
    if (row) return { path, id: row.id };
  }
  return undefined;
}
