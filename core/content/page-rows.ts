import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Database } from '../../db/database.ts';
import { blankValues } from './blank-values.ts';
import { type Activated, findRow, publishedRows, type Row } from './read.ts';
import type { RecordDefinition, RecordTable } from './record.ts';

/** The row a person is editing, for a preview that shows where on the page it stands. */
export interface EditedRow {
  definition: RecordDefinition;
  /** Null for a new row. */
  id: number | null;
  parentId?: number | undefined;
  /** Pictures the form names, stored or just uploaded. */
  pictures: readonly ImageHash[];
}

/** A row of the page's content; the row that is being edited is marked. */
export type PageRow<Table extends RecordTable> = Row<Table> & { isEdited?: true };

/** Id of a row that is not stored yet; stored ones start at 1. */
const unsavedId = 0;

/**
 * Reads the page's rows: the published ones, and the edited row (a blank one when it is new) with all of its ancestors,
 * whether they are active or not.
 */
export async function pageRows(db: Database, edited?: EditedRow) {
  const activated = edited ? await lineage(db, edited) : new Map<RecordDefinition, number>();

  /** The rows of one record in their order. */
  async function all<Table extends RecordTable>(definition: RecordDefinition<Table>): Promise<PageRow<Table>[]> {
    const rows = await publishedRows(db, definition, activated);
    const record: RecordDefinition = definition;
    if (edited?.definition !== record) return rows;
    if (edited.id === null) rows.push(blankRow(definition, edited.parentId));
    return rows.map((row) => (row.id === (edited.id ?? unsavedId) ? { ...row, isEdited: true } : row));
  }

  /** The row of a heading that the page shows: the edited one or an ancestor of the edited row, else the first. */
  async function one<Table extends RecordTable>(
    definition: RecordDefinition<Table>,
  ): Promise<PageRow<Table> | undefined> {
    const rows = await all(definition);
    return rows.find((row) => row.id === activated.get(definition)) ?? rows[0];
  }

  return { all, one };
}

/** Ids of the edited row and its ancestors, by their records. */
async function lineage(db: Database, { definition, id, parentId }: EditedRow): Promise<Activated> {
  const found = new Map([[definition, id ?? unsavedId]]);
  let parent = definition.parent;
  let next = parentId;
  while (parent && next !== undefined) {
    found.set(parent, next);
    const row = await findRow(db, parent, next);
    next = row && 'parentId' in row ? Number(row.parentId) : undefined;
    parent = parent.parent;
  }
  return found;
}

function blankRow<Table extends RecordTable>(
  definition: RecordDefinition<Table>,
  parentId: number | undefined,
): Row<Table> {
  // Every column of the table has a value of its type.
  return castTo<Row<Table>>({ ...blankValues(definition), id: unsavedId, parentId });
}
