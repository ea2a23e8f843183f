import { createRequire } from 'node:module';
import type * as sqlite from 'drizzle-orm/sqlite-core';
import { castTo } from '../contract/cast.ts';
import type { ImageHash } from '../contract/image-hash.ts';
import { dialect } from './dialect.ts';

// The part of Drizzle for the other dialect is not loaded. `require` and not `await import`, and a file name if there is
// no URL, because drizzle-kit loads the tables as CommonJS.
const load = createRequire(import.meta.url ?? __filename);

// Tables are written once, against SQLite's types. On Postgres the same calls build Postgres columns for the same
// JavaScript values. A test checks that both files export the same names: only then is the cast right.
const helpers = castTo<typeof import('./sqlite/columns.ts')>(load(`./${dialect}/columns.ts`));

/** Creates a table of the dialect in use. */
export const table = helpers.table;
/** Index over columns of a table. */
export const index = helpers.index;
/** Index that refuses a second row with the same values. */
export const uniqueIndex = helpers.uniqueIndex;
/** Primary key over several columns. */
export const primaryKey = helpers.primaryKey;
/** Generated numeric primary key. No id is used twice. */
export const id = helpers.id;
/** Text of any length. */
export const text = helpers.text;
/** Text that is one of the given values. */
export const choice = helpers.choice;
/** Whole number. */
export const count = helpers.count;
/** True or false. */
export const flag = helpers.flag;
/** Point in time, to the millisecond. */
export const instant = helpers.instant;
/** Bytes as a Buffer. */
export const bytes = helpers.bytes;
/** Any JSON value; narrow it with `.$type<T>()`. */
export const json = helpers.json;

/** Describes a table: its keys, indexes and references. */
export const getTableConfig = helpers.getTableConfig;

/** Content hash of a stored picture. */
export const image = () => text().$type<ImageHash>();

/** The columns that every editable record has: id, version (counts saves), active flag, position in its list. */
export const recordColumns = () => ({
  id: id(),
  version: count().notNull().default(1),
  isActive: flag().notNull(),
  position: count().notNull().default(0),
});

/** Columns of a heading record (contract/heading.ts). */
export const headingColumns = () => ({
  ...recordColumns(),
  title: text().notNull(),
  subTitle: text().notNull(),
  backgroundImage: image(),
});

/** Reference of a child record to its parent. Deleting the parent deletes its children. */
export const childOf = (parentId: () => sqlite.AnySQLiteColumn) =>
  count().notNull().references(parentId, { onDelete: 'cascade' });

/**
 * As `childOf`, for a child that is inserted only by a transaction that has locked its parent. Postgres then needs no foreign
 * key, whose check of each new row costs as much as the insert: a trigger of the parent deletes the children (a migration).
 */
export const childOfLocked = (parentId: () => sqlite.AnySQLiteColumn) =>
  dialect === 'postgres' ? count().notNull() : childOf(parentId);
