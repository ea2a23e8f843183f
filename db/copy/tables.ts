import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyColumn, getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { getTableConfig } from '../columns.ts';

/** A table of the schema as a copy needs it. */
export interface CopiedTable {
  name: string;
  table: SQLiteTable;
  /** Columns by their names in a row. */
  columns: Record<string, AnySQLiteColumn>;
  /** Columns that refer to a row of another table. */
  references: Reference[];
}

interface Reference {
  column: string;
  table: string;
  foreignColumn: string;
}

/** Names of the columns in the database, quoted and separated by commas, in the order of the schema. */
export function columnList({ columns }: CopiedTable): string {
  return Object.values(columns)
    .map(({ name, keyAsName }) => `"${keyAsName ? toSnakeCase(name) : name}"`)
    .join(', ');
}

const schemaFolder = join(import.meta.dirname, '..', 'schema');
const modules: object[] = await Promise.all(
  readdirSync(schemaFolder)
    .sort()
    .map((file) => import(pathToFileURL(join(schemaFolder, file)).href)),
);
const tables = modules.flatMap((module) => Object.values(module).filter(isTable));

/** Tables have SQLite's types, whichever dialect they were built for (db/columns.ts). */
function isTable(value: unknown): value is SQLiteTable {
  return is(value, Table);
}

/** Every table of the schema, parents before the tables that refer to them. */
export function tablesInOrder(): CopiedTable[] {
  const placed = new Set<Table>();
  const order: CopiedTable[] = [];
  function place(table: SQLiteTable): void {
    if (placed.has(table)) return;
    placed.add(table);
    for (const key of getTableConfig(table).foreignKeys) place(key.reference().foreignTable);
    order.push(describe(table));
  }
  for (const table of tables) place(table);
  return order;
}

function describe(table: SQLiteTable): CopiedTable {
  const columns = getTableColumns(table);
  const { foreignKeys } = getTableConfig(table);
  const references = foreignKeys.flatMap((foreignKey) => {
    const { columns: own, foreignTable, foreignColumns } = foreignKey.reference();
    return own.map((column, place) => ({
      column: nameOf(table, column),
      table: getTableName(foreignTable),
      foreignColumn: nameOf(foreignTable, foreignColumns[place]),
    }));
  });
  return { name: getTableName(table), table, columns, references };
}

/** Name of a column in a row. */
function nameOf(table: SQLiteTable, wanted: AnyColumn | undefined): string {
  const name = Object.entries(getTableColumns(table)).find(([, column]) => column === wanted)?.[0];
  if (name === undefined) throw new TypeError(`${getTableName(table)} has no such column`);
  return name;
}
