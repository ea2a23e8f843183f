import * as sqlite from 'drizzle-orm/sqlite-core';

// Columns of SQLite. The whole product is written against their types.

/** Text. */
export const text = () => sqlite.text();

/** Text that is one of the given values. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  sqlite.text({ enum: values });

/** Whole number. */
export const count = () => sqlite.integer();

/** Generated numeric primary key. */
export const id = () => sqlite.integer().primaryKey({ autoIncrement: true });

/** True or false. */
export const flag = () => sqlite.integer({ mode: 'boolean' });

/** Point in time, to the millisecond. */
export const instant = () => sqlite.integer({ mode: 'timestamp_ms' });

/** Bytes as a Buffer. */
export const bytes = () => sqlite.blob({ mode: 'buffer' });

/** Any JSON value. */
export const json = () => sqlite.text({ mode: 'json' });

export { getTableConfig, index, primaryKey, sqliteTable as table, uniqueIndex } from 'drizzle-orm/sqlite-core';
