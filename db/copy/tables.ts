import { type AnyColumn, getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { type AnySQLiteColumn, type SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';
import { castTo } from '../../contract/cast.ts';
import { dialect } from '../dialect.ts';
import * as schema from '../schema/index.ts';

/** A table of the schema as a copy looks at it. */
export interface CopiedTable {
  name: string;
  table: SQLiteTable;
  /** Its columns by the names that rows have them under. */
  columns: Record<string, AnySQLiteColumn>;
  /** Names of the primary key's columns. */
  key: string[];
  /** Columns that name a row of another table. */
  references: Reference[];
}

interface Reference {
  column: string;
  table: string;
  foreignColumn: string;
}

/** Every table, those that others refer to before these. */
export function tablesInOrder(): CopiedTable[] {
  const tables = Object.values(schema).flatMap((value) => (is(value, Table) ? [castTo<SQLiteTable>(value)] : []));
  const placed = new Set<Table>();
  const order: CopiedTable[] = [];
  function place(table: SQLiteTable): void {
    if (placed.has(table)) return;
    placed.add(table);
    for (const parent of parentsOf(table)) place(parent);
    order.push(describe(table));
  }
  for (const table of tables) place(table);
  return order;
}

function describe(table: SQLiteTable): CopiedTable {
  const columns = getTableColumns(table);
  // By their names: Postgres tables have other column objects there than here.
  const keyColumns = new Set(configOf(table).primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)));
  const key = Object.entries(columns).flatMap(([name, column]) =>
    column.primary || keyColumns.has(column.name) ? [name] : [],
  );
  if (key.length === 0) throw new TypeError(`${getTableName(table)} has no primary key`);
  const references = configOf(table).foreignKeys.flatMap((foreignKey) => {
    const { columns: own, foreignTable, foreignColumns } = foreignKey.reference();
    return own.map((column, place) => ({
      column: nameOf(table, column),
      table: getTableName(foreignTable),
      foreignColumn: nameOf(foreignTable, foreignColumns[place]),
    }));
  });
  return { name: getTableName(table), table, columns, key, references };
}

/** The name that rows have a column's value under. */
function nameOf(table: SQLiteTable, wanted: AnyColumn | undefined): string {
  const [name] = Object.entries(getTableColumns(table)).find(([, column]) => column === wanted) ?? [];
  if (name === undefined) throw new TypeError(`${getTableName(table)} has no such column`);
  return name;
}

function parentsOf(table: SQLiteTable): SQLiteTable[] {
  return configOf(table).foreignKeys.map((key) => key.reference().foreignTable);
}

/** Both dialects describe what is asked of it here in the same way. */
function configOf(table: SQLiteTable): ReturnType<typeof sqliteConfig> {
  const describeTable = dialect === 'postgres' ? castTo<typeof sqliteConfig>(postgresConfig) : sqliteConfig;
  return describeTable(table);
}
