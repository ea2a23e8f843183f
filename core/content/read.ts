import { and, asc, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { given, prepared } from '../../db/query/prepared.ts';
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
  if (parentId === undefined) return rowsOf(definition, await queriesOf(definition).all(db, {}));
  if (!definition.parent) throw invalid({ parentId: `${definition.name} has no parent` });
  return rowsOf(definition, await queriesOf(definition).ofParent(db, { parentId }));
}

/** Active rows with active ancestors, in display order; only those with `condition` if given. */
export async function publishedRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  overrides: ActiveOverrides = new Map(),
  condition?: SQL,
): Promise<Row<Table>[]> {
  return rowsOf(definition, await selectRows(db, definition, and(condition, isPublished(db, definition, overrides))));
}

/** One row by id. */
export async function findRow<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  id: number,
): Promise<Row<Table> | undefined> {
  const [row] = rowsOf(definition, await queriesOf(definition).one(db, { id }));
  return row;
}

/** Rows by their ids, in display order; ids without a row are left out. */
export async function findRows<Table extends RecordTable>(
  db: Database,
  definition: RecordDefinition<Table>,
  ids: readonly number[],
): Promise<Row<Table>[]> {
  if (ids.length === 0) return [];
  return rowsOf(definition, await selectRows(db, definition, isOneOf(definition.table.id, ids)));
}

function selectRows(db: Database, { table }: RecordDefinition, where: SQL | undefined) {
  return db.select().from(table).where(where).orderBy(asc(table.position), asc(table.id));
}

const queries = new WeakMap<RecordDefinition, ReturnType<typeof makeQueries>>();

/** The record's queries of the back office. */
function queriesOf(definition: RecordDefinition) {
  let known = queries.get(definition);
  if (!known) {
    known = makeQueries(definition);
    queries.set(definition, known);
  }
  return known;
}

function makeQueries(definition: RecordDefinition) {
  const { table } = definition;
  return {
    all: prepared<object[]>((db) => selectRows(db, definition, undefined)),
    ofParent: prepared<object[]>((db) => {
      const parent = parentColumn(definition);
      return selectRows(db, definition, eq(parent, given('parentId', parent)));
    }),
    one: prepared<object[]>((db) => selectRows(db, definition, eq(table.id, given('id', table.id)))),
  };
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
