import type { PageSectionKey } from '../../../../contract/sections.ts';
import type { RecordPath } from '../../../../server/content/router.ts';
import type { PageContent } from '../../../../server/landing/page.ts';
import type { StoredImage } from '../../api/upload.ts';
import type { Row } from '../../records/record-view.ts';

/** A row of the page's content. Ids below 0 are rows that were never saved. */
export interface ItemKey {
  path: RecordPath;
  id: number;
}

/** Rows by record in the order of their lists, inactive ones included; children of all parents in one list. */
export type WorkingRows = ReadonlyMap<RecordPath, readonly Row[]>;

/** An item, with the field to focus if one was clicked; or the part of the settings. */
export type Selection = (ItemKey & { field?: string }) | { panel: 'sections' | 'theme' | 'checks' };

/** Fields that another user and this one have changed differently since the editor loaded the row. */
export interface RowConflict {
  item: ItemKey;
  /** Null: the row was deleted. */
  theirs: Row | null;
  fields: readonly string[];
}

export interface EditorState {
  /** Null until the server answers. */
  rows: WorkingRows | null;
  /** The page as the working copy makes it, with the selected item even if it is hidden; null until the server answers. */
  content: PageContent | null;
  selection: Selection | null;
  /** Number of rows and lists that differ from the stored ones. */
  unsavedCount: number;
  /** What Undo and Redo would take back, such as "Delete plan “Ketch”"; null if there is nothing. */
  undoLabel: string | null;
  redoLabel: string | null;
  isSaving: boolean;
  /** Messages of the last save by `keyOf(item)` and field. */
  problems: ReadonlyMap<string, Readonly<Record<string, string>>>;
  conflicts: readonly RowConflict[];
  /** Time of the restored draft of an earlier visit, in ms since 1970; null without one. */
  restoredAt: number | null;
}

/**
 * The working copy of the page's content in one browser tab. Commands change the working copy at once, are undone by `undo`, and are
 * kept as a draft in the browser; `save` writes all of them to the destination (live page or release) as one change.
 */
export interface EditorSession {
  read(): EditorState;
  subscribe(listener: () => void): () => void;
  row(item: ItemKey): Row | undefined;
  /** Rows of a list, in order. */
  list(path: RecordPath, parentId?: number): readonly Row[];
  /** Records of the rows below a row's record: pricing.plans → [pricing.features]. */
  childPaths(path: RecordPath): readonly RecordPath[];
  select(selection: Selection | null): void;
  /** Sets a field. Keystrokes in one field within a second are one step of undo. */
  change(item: ItemKey, field: string, value: unknown): void;
  /** Adds a row with the record's initial values after a row of the list (null: first; undefined: last), and selects it. */
  add(path: RecordPath, place: { parentId?: number | undefined; after?: number | null | undefined }): ItemKey;
  /** Copies a row with the rows below it, directly after the row, and selects the copy. */
  duplicate(item: ItemKey): ItemKey;
  /** Moves a row within its list to a place (from 0). */
  move(item: ItemKey, place: number): void;
  /** Deletes a row with the rows below it. */
  remove(item: ItemKey): void;
  /** Order and visibility of sections: edits of the row of page.layout. */
  moveSection(key: PageSectionKey, place: number): void;
  showSection(key: PageSectionKey, isShown: boolean): void;
  undo(): void;
  redo(): void;
  /** Validates and writes all changes. Resolves to true if all were written; problems and conflicts are in the state. */
  save(): Promise<boolean>;
  /** Takes back all changes since the last save. */
  discard(): void;
  /** Decides a conflict for the whole row. */
  resolve(item: ItemKey, keep: 'mine' | 'theirs'): void;
  /** Makes a picture known before the row that names the picture is stored, or what was just kept with a picture. */
  rememberPicture(hash: string, picture: Pick<StoredImage, 'width' | 'height' | 'focus' | 'altText'>): void;
}

/** An item's key as text: `pricing.plans 3`. */
export function keyOf({ path, id }: ItemKey): string {
  return `${path} ${id}`;
}
