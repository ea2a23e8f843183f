import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import { dialect } from '../dialect.ts';
import { storable } from './storable.ts';

// A statement of many values takes longer to build and to parse than to run. Handed over as one parameter, in JSON, they
// cost the same however many they are.

/** Rows that a statement reads like a table. */
export interface GivenRows<Name extends string> {
  /** What stands behind `from`. */
  from: SQL;
  /** The values by the name of their column. */
  value: Record<Name, SQL>;
}

/** Hands rows of values to a statement, each encoded as the column of its name is; a NUL in a text becomes U+FFFD. */
export function givenRows<Name extends string>(
  columns: Record<Name, AnyColumn>,
  rows: readonly Record<NoInfer<Name>, unknown>[],
): GivenRows<Name> {
  // An object's keys are not typed as its own.
  const names = castTo<Name[]>(Object.keys(columns));
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name) => [name, encode(columns[name], row[name])]))),
  );
  const read = (name: Name) =>
    dialect === 'postgres' ? sql`given.${sql.identifier(name)}` : sql`(given.value ->> ${sql.raw(`'${name}'`)})`;
  const value = castTo<Record<Name, SQL>>(Object.fromEntries(names.map((name) => [name, read(name)])));
  if (dialect === 'sqlite') return { from: sql`json_each(${json}) as given`, value };
  const types = names.map((name) => sql`${sql.identifier(name)} ${sql.raw(columns[name].getSQLType())}`);
  return { from: sql`json_to_recordset(${json}::json) as given(${sql.join(types, sql`, `)})`, value };
}

/** True of rows whose column has one of the values. */
export function isOneOf(column: AnyColumn, values: readonly (string | number)[]): SQL {
  if (dialect === 'postgres') return sql`${column} = any(${sql.param(values)})`;
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

function encode(column: AnyColumn, value: unknown): unknown {
  if (value === null) return null;
  const encoded = column.mapToDriverValue(value);
  return typeof encoded === 'string' ? storable(encoded).toWellFormed() : encoded;
}
