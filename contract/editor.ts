import { z } from 'zod';
import { id, version } from './fields.ts';

/** Most rows and lists that one save of the page editor changes. */
export const maxEditorChanges = 1000;

const path = z.string().max(80);
/** Id of a stored row; below 0, the temporary id of a row that the save creates. */
const anyId = z.int().min(-2_147_483_647).max(2_147_483_647);
const ids = z
  .array(anyId)
  .max(1000)
  .refine((list) => new Set(list).size === list.length, 'Ids must be unique');

const savedRow = z.object({
  path,
  id: anyId,
  /** The version that was edited; left out for a new row, and for a deleted row that comes back under its id. */
  version: version.optional(),
  parentId: anyId.optional(),
  values: z.record(z.string().max(40), z.unknown()),
});

const deletedRow = z.object({ path, id, version });

/** The order of a list: all its rows after the save, and the order that the user saw. */
const orderedList = z.object({ path, parentId: anyId.optional(), ids, from: z.array(id).max(1000) });

/** The difference between the stored rows of the page and the rows of the page editor. */
export const editorChanges = z
  .object({
    saves: z.array(savedRow),
    deletes: z.array(deletedRow),
    orders: z.array(orderedList),
  })
  .refine(
    ({ saves, deletes, orders }) => saves.length + deletes.length + orders.length <= maxEditorChanges,
    `One save takes at most ${maxEditorChanges} changes`,
  );

export type EditorChanges = z.infer<typeof editorChanges>;

/** A row of the page editor in answers. */
interface EditorRow {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** Rows and lists that others have changed since the editor loaded them, as they are now; null: deleted. */
export interface EditorConflict {
  rows: { path: string; id: number; row: EditorRow | null }[];
  lists: { path: string; parentId: number | null; ids: number[] }[];
}

/** Name of a row's field in the messages of a refused save: `pricing.plans -3 title`. */
export function editorField(path: string, rowId: number, field: string): string {
  return `${path} ${rowId} ${field}`;
}
