import { type AnyColumn, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { castTo } from '../../contract/cast.ts';
import type { Transaction } from '../database.ts';
import { dialect, storableText } from '../dialect.ts';
import { insertSelected, type NameIn } from './insert-selected.ts';

// A statement with many parameters takes longer to build and to parse than to run. Rows that travel as one JSON parameter
// take about the same time however many there are.

/** Rows that a statement reads like a table. */
export interface JsonRows<Name extends string> {
  /** Follows `from`. */
  from: SQL;
  /** The values of a row by their columns. */
  value: Record<Name, SQL>;
}

/** Passes rows to a statement as one parameter, each value encoded for its column. U+FFFD replaces NUL in texts. */
function jsonRows<Name extends string>(
  columns: Record<Name, AnyColumn>,
  rows: readonly Record<NoInfer<Name>, unknown>[],
): JsonRows<Name> {
  const names = namesOf(columns);
  const values = rows.map((row) => names.map((name) => encode(columns[name], row[name])));
  if (dialect === 'sqlite') {
    // Arrays: SQLite reads a value by its index faster than by its name. The limit makes SQLite build the text of a row
    // once and not once per value.
    return {
      from: sql`(select value from json_each(${JSON.stringify(values)}) limit -1) as given`,
      value: recordOf(names, (_name, index) => sql.raw(`(given.value ->> ${index})`)),
    };
  }
  const objects = values.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value])));
  // An encoded JSON value is a text in the JSON of the rows.
  const isJson = (name: Name) => columns[name].getSQLType() === 'json';
  const types = names.map(
    (name) => sql`${sql.identifier(name)} ${sql.raw(isJson(name) ? 'text' : columns[name].getSQLType())}`,
  );
  return {
    from: sql`json_to_recordset(${JSON.stringify(objects)}::json) as given(${sql.join(types, sql`, `)})`,
    value: recordOf(names, (name) => sql`given.${sql.identifier(name)}${sql.raw(isJson(name) ? '::json' : '')}`),
  };
}

type Values<Table extends SQLiteTable> = Required<Table['$inferInsert']>;

/**
 * Inserts rows of any number with a statement of constant size. `names` are the columns that rows give; `computed` are
 * expressions for others, from the values of the row. The remaining columns take their defaults.
 */
export function insertJsonRows<Table extends SQLiteTable, const Name extends NameIn<Table>>(
  tx: Pick<Transaction, 'insert'>,
  table: Table,
  names: readonly Name[],
  rows: readonly Pick<Values<Table>, Name>[],
  computed: (value: Record<Name, SQL>) => { [Key in Exclude<NameIn<Table>, Name>]?: SQL } = () => ({}),
) {
  const columns: Record<string, AnyColumn> = getTableColumns(table);
  const given = recordOf(names, (name) => columnOf(columns, name));
  const { from, value } = jsonRows(given, rows);
  // `where true`: without it SQLite takes the `on` of `on conflict` for the condition of a join.
  return insertSelected(tx, table, { ...value, ...computed(value) }, sql`${from} where true`);
}

/** The `set` of an upsert: each named column takes the value of the insert that met a row with the same key. */
export function upsertSet<Column extends string>(...columns: readonly Column[]): Record<Column, SQL> {
  return recordOf(columns, (column) => sql.raw(`excluded."${snakeCase(column)}"`));
}

/** True for rows whose column has one of the values. */
export function isOneOf(column: AnyColumn, values: readonly (string | number)[]): SQL {
  if (dialect === 'postgres') return sql`${column} = any(${sql.param(values)})`;
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** The same condition in a prepared query, whose runs get their values from `listOf`. */
export function isOneOfGiven(column: AnyColumn, name: string): SQL {
  if (dialect === 'postgres') return sql`${column} = any(${sql.placeholder(name)})`;
  return sql`${column} in (select value from json_each(${sql.placeholder(name)}))`;
}

/** The list that a run of a query with `isOneOfGiven` gets. */
export function listOf(values: readonly (string | number)[]): unknown {
  return dialect === 'postgres' ? values : JSON.stringify(values);
}

/** A value as the driver takes it, with U+FFFD for NUL. */
function encode(column: AnyColumn, value: unknown): unknown {
  if (value === null) return null;
  const encoded = column.mapToDriverValue(value);
  return typeof encoded === 'string' ? storableText(encoded).toWellFormed() : encoded;
}

function columnOf(columns: Record<string, AnyColumn>, name: string): AnyColumn {
  const column = columns[name];
  if (!column) throw new TypeError(`the table has no ${name}`);
  return column;
}

function namesOf<Name extends string>(record: Record<Name, unknown>): Name[] {
  // TypeScript gives an object's keys as strings, since an object may have more keys than its type.
  return castTo<Name[]>(Object.keys(record));
}

function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name, index: number) => Value,
): Record<Name, Value> {
  // `Object.fromEntries` loses the names.
  return castTo<Record<Name, Value>>(Object.fromEntries(names.map((name, index) => [name, valueFor(name, index)])));
}

/** A column's name in the database, as Drizzle's `snake_case` setting makes it (db/sqlite/open.ts). */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
