import { type AnyColumn, getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm';
import { Column } from 'drizzle-orm/column';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Transaction } from '../database.ts';
import { dialect } from '../dialect.ts';

/** Names of a table's columns. */
export type NameIn<Table extends SQLiteTable> = keyof Table['$inferInsert'] & string;

/** What the columns of inserted rows get: an expression, another column or a value. The others take their defaults. */
export type Selected<Table extends SQLiteTable> = {
  [Name in NameIn<Table>]?: SQL | AnyColumn | Table['$inferInsert'][Name];
};

/** Inserts the rows that a query selects; `from` follows the selected columns and ends with a `where`. */
export function insertSelected<Table extends SQLiteTable>(
  tx: Pick<Transaction, 'insert'>,
  table: Table,
  selected: Selected<Table>,
  from: SQL,
) {
  const given = new Map<string, unknown>(Object.entries(selected));
  // Drizzle lists every column of the table, in the order of the table.
  const expressions = Object.entries(getTableColumns(table)).map(([name, column]) =>
    given.has(name) ? expressionOf(given.get(name), column) : defaultOf(table, column),
  );
  return tx.insert(table).select(sql`select ${sql.join(expressions, sql`, `)} from ${from}`);
}

function expressionOf(value: unknown, column: AnyColumn): SQL {
  if (is(value, SQL)) return value;
  return is(value, Column) ? sql`${value}` : typed(sql`${sql.param(value, column)}`, column);
}

/** What a column without a value gets. */
function defaultOf(table: SQLiteTable, column: AnyColumn): SQL {
  const { default: value } = column;
  if (value !== undefined) return expressionOf(value, column);
  // SQLite generates an id in the place of null, Postgres refuses null.
  const isGenerated = dialect === 'postgres' && column.hasDefault;
  const quoted = `"${getTableName(table)}"`;
  return isGenerated ? sql`nextval(pg_get_serial_sequence(${quoted}, ${column.name}))` : typed(sql`null`, column);
}

/** Postgres takes an expression without a type for text. */
function typed(value: SQL, column: AnyColumn): SQL {
  return dialect === 'postgres' ? sql`${value}::${sql.raw(column.getSQLType())}` : value;
}
