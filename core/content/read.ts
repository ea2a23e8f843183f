import { and, asc, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../../db/database.ts';
import type { RecordDefinition, RecordTable } from './record.ts';

/** A record's row as stored. */
export type Row<Table extends RecordTable> = Table['$inferSelect'];

/** All rows in their order; of one parent only when `parentId` is given. */
export async function allRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  parentId?: number,
): Promise<Row<Table>[]> {
  return rows(db, definition, parentId === undefined ? undefined : eq(parentColumn(definition), parentId));
}

/** Rows that count as active whatever they say, one at most of each record. */
export type Activated = ReadonlyMap<RecordDefinition, number>;

/** Active rows in their order, whose parents are active too. */
export async function publishedRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  activated: Activated = new Map(),
): Promise<Row<Table>[]> {
  return rows(db, definition, isPublished(db, definition, activated));
}

/** One row by id. */
export async function findRow<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  id: number,
): Promise<Row<Table> | undefined> {
  const [row] = await rows(db, definition, eq(definition.table.id, id));
  return row;
}

async function rows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  where: SQL | undefined,
) {
  const table: RecordTable = definition.table;
  const found = await db.select().from(table).where(where).orderBy(asc(table.position), asc(table.id));
  // Drizzle loses the row type of a table that is still a type parameter.
  return castTo<Row<Table>[]>(found);
}

function isPublished(db: Database, definition: RecordDefinition, activated: Activated): SQL | undefined {
  const one = activated.get(definition);
  const active = or(eq(definition.table.isActive, true), one === undefined ? undefined : eq(definition.table.id, one));
  if (!definition.parent) return active;
  const parents = db
    .select({ id: definition.parent.table.id })
    .from(definition.parent.table)
    .where(isPublished(db, definition.parent, activated));
  return and(active, inArray(parentColumn(definition), parents));
}

/** The column that names a child record's parent. */
export function parentColumn(definition: RecordDefinition) {
  const column = getTableColumns(definition.table).parentId;
  if (!column) throw new TypeError(`${definition.name} has no parent`);
  return column;
}
