import * as pg from 'drizzle-orm/pg-core';
import { ByteTextBuilder } from '../drizzle-internals.ts';

// Postgres columns that hold the same JavaScript values as SQLite's, whatever the settings of the database.

/** Text. */
export const text = () => new ByteTextBuilder('', {});

/** Text that is one of the given values. */
export const choice = (values: readonly [string, ...string[]], name = '') =>
  new ByteTextBuilder(name, { enum: [...values] });

/** Whole number of 32 bits. */
export const count = (name = '') => pg.integer(name);

/** Generated numeric primary key. */
export const id = () => pg.integer().primaryKey().generatedByDefaultAsIdentity();

/** True or false. */
export const flag = (name = '') => pg.boolean(name);

/** Point in time, to the millisecond. */
export const instant = (name = '') => pg.timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Bytes as a Buffer. */
export const bytes = () => bytea();
const bytea = pg.customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** JSON as it was written: `jsonb` changes the order of keys and refuses some escapes. */
export const json = () => jsonText();
const jsonText = pg.customType<{ data: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
});

export { getTableConfig, index, pgTable as table, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
