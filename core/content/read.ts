import { and, asc, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../../db/database.ts';
import { invalid } from '../errors.ts';
import type { RecordDefinition, RecordTable } from './record.ts';

/** A record's row as stored. */
export type Row<Table extends RecordTable> = Table['$inferSelect'];

/** Ids of rows treated as active regardless of `isActive`, at most one per record. */
export type ActiveOverrides = ReadonlyMap<RecordDefinition, number>;

/** All rows in display order; only one parent's if `parentId` is given. Refuses a parent for a record without one. */
export async function allRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  parentId?: number,
): Promise<Row<Table>[]> {
  if (parentId === undefined) return selectRows(db, definition, undefined);
  if (!definition.parent) throw invalid({ parentId: `${definition.name} has no parent` });
  return selectRows(db, definition, eq(parentColumn(definition), parentId));
}

/** Active rows with active ancestors, in display order. */
export async function publishedRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  overrides: ActiveOverrides = new Map(),
): Promise<Row<Table>[]> {
  return selectRows(db, definition, isPublished(db, definition, overrides));
}

/** One row by id. */
export async function findRow<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  id: number,
): Promise<Row<Table> | undefined> {
  const [row] = await selectRows(db, definition, eq(definition.table.id, id));
  return row;
}

async function selectRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  where: SQL | undefined,
) {
  const table: RecordTable = definition.table;
  const found = await db.select().from(table).where(where).orderBy(asc(table.position), asc(table.id));
  return rowsOf(definition, found);
}

/** Types rows that have a value of the right type for every column of the record's table. */
export function rowsOf<Table extends RecordTable>(_definition: RecordDefinition<Table>, rows: object[]): Row<Table>[] {
  // Drizzle cannot infer the row type of a table that is a type parameter.
  return castTo<Row<Table>[]>(rows);
}

function isPublished(db: Database, definition: RecordDefinition, overrides: ActiveOverrides): SQL | undefined {
  const { table, parent } = definition;
  const override = overrides.get(definition);
  const active = or(eq(table.isActive, true), override === undefined ? undefined : eq(table.id, override));
  if (!parent) return active;
  const parents = db
    .select({ id: parent.table.id })
    .from(parent.table)
    .where(isPublished(db, parent, overrides));
  return and(active, inArray(parentColumn(definition), parents));
}

/** The column that references a child record's parent. */
export function parentColumn({ name, table }: RecordDefinition) {
  const column = getTableColumns(table).parentId;
  if (!column) throw new TypeError(`${name} has no parent`);
  return column;
}
