import * as sqlite from 'drizzle-orm/sqlite-core';

// Columns of SQLite. The whole product is written against their types. A `name` is the column's name in the database,
// where it is not the property's name in snake_case.

/** Text. */
export const text = () => sqlite.text();

/** Text that is one of the given values. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values, name = '') =>
  sqlite.text(name, { enum: values });

/** Whole number. */
export const count = (name = '') => sqlite.integer(name);

/** Generated numeric primary key. */
export const id = () => sqlite.integer().primaryKey({ autoIncrement: true });

/** True or false. */
export const flag = (name = '') => sqlite.integer(name, { mode: 'boolean' });

/** Point in time, to the millisecond. */
export const instant = (name = '') => sqlite.integer(name, { mode: 'timestamp_ms' });

/** Bytes as a Buffer. */
export const bytes = () => sqlite.blob({ mode: 'buffer' });

/** Any JSON value. */
export const json = () => sqlite.text({ mode: 'json' });

export { getTableConfig, index, primaryKey, sqliteTable as table, uniqueIndex } from 'drizzle-orm/sqlite-core';
