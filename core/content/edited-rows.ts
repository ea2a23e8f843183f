import { getTableColumns } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Database } from '../../db/database.ts';
import { type Activated, findRow, publishedRows, type Row } from './read.ts';
import type { RecordDefinition, RecordTable } from './record.ts';

/** The row somebody is editing, for a preview that shows where on the page it stands. */
export interface Edited {
  definition: RecordDefinition;
  /** Null for a new one. */
  id: number | null;
  parentId?: number | undefined;
  /** Pictures the form names, stored or just uploaded. */
  pictures: readonly ImageHash[];
}

/** A row of the page's content; the one that is being edited says so. */
export type ShownRow<Table extends RecordTable> = Row<Table> & { isEdited?: true };

/** Id of a row that is not stored yet; stored ones start at 1. */
const unsaved = 0;

/**
 * Reads the page's rows: what is published, and also the edited row, a blank one when it is new, with everything it
 * belongs to, whether that is active or not.
 */
export async function pageRows(db: Database, edited?: Edited) {
  const activated = edited ? await lineage(db, edited) : new Map<RecordDefinition, number>();

  /** The rows of one record in their order. */
  async function all<Table extends RecordTable>(definition: RecordDefinition<Table>): Promise<ShownRow<Table>[]> {
    const rows = await publishedRows(db, definition, activated);
    const record: RecordDefinition = definition;
    if (edited?.definition !== record) return rows;
    if (edited.id === null) rows.push(blankRow(definition, edited.parentId));
    return rows.map((row) => (row.id === (edited.id ?? unsaved) ? { ...row, isEdited: true } : row));
  }

  /** The row of a heading that the page shows: the one that is being worked on, else the first. */
  async function one<Table extends RecordTable>(
    definition: RecordDefinition<Table>,
  ): Promise<ShownRow<Table> | undefined> {
    const rows = await all(definition);
    return rows.find((row) => row.id === activated.get(definition)) ?? rows[0];
  }

  return { all, one };
}

/** The edited row and the rows it belongs to, by their records. */
async function lineage(db: Database, { definition, id, parentId }: Edited): Promise<Activated> {
  const found = new Map([[definition, id ?? unsaved]]);
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

const empty = new Map<string, unknown>([
  ['number', 0],
  ['boolean', false],
]);

/** A row that nobody has filled in yet: empty texts, no pictures, the first of each choice. */
function blankRow<Table extends RecordTable>(
  definition: RecordDefinition<Table>,
  parentId: number | undefined,
): Row<Table> {
  const table: RecordTable = definition.table;
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => {
    return [name, column.notNull ? (empty.get(column.dataType) ?? column.enumValues?.[0] ?? '') : null];
  });
  // Every column of the table has a value of its type.
  return castTo<Row<Table>>({ ...Object.fromEntries(columns), id: unsaved, parentId });
}
