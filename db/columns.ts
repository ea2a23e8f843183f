import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { castTo } from '../contract/cast.ts';
import type { ImageHash } from '../contract/fields.ts';
import { dialect } from './dialect.ts';

// Tables are written once, against SQLite's types; on Postgres the same calls build Postgres columns that hold the
// same JavaScript values. This file is the only one that knows both.
const onPostgres = dialect === 'postgres';

/** Creates a table of the dialect in use. */
export const table = onPostgres ? castTo<typeof sqlite.sqliteTable>(pg.pgTable) : sqlite.sqliteTable;
/** Index over columns of a table. */
export const index = onPostgres ? castTo<typeof sqlite.index>(pg.index) : sqlite.index;
/** Index that refuses a second row with the same values. */
export const uniqueIndex = onPostgres ? castTo<typeof sqlite.uniqueIndex>(pg.uniqueIndex) : sqlite.uniqueIndex;
/** Primary key over several columns. */
export const primaryKey = onPostgres ? castTo<typeof sqlite.primaryKey>(pg.primaryKey) : sqlite.primaryKey;

const sqliteId = () => sqlite.integer().primaryKey({ autoIncrement: true });
/** Generated numeric primary key; ids are never used again. */
export const id = onPostgres
  ? castTo<typeof sqliteId>(() => pg.integer().primaryKey().generatedByDefaultAsIdentity())
  : sqliteId;

const sqliteText = () => sqlite.text();
/** Text of any length. */
export const text = onPostgres ? castTo<typeof sqliteText>(() => pg.text()) : sqliteText;

const sqliteChoice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  sqlite.text({ enum: values });
/** Text that is one of the given values. */
export const choice = onPostgres
  ? castTo<typeof sqliteChoice>((values: readonly [string, ...string[]]) => pg.text({ enum: values }))
  : sqliteChoice;

const sqliteCount = () => sqlite.integer();
/** Whole number. */
export const count = onPostgres ? castTo<typeof sqliteCount>(() => pg.integer()) : sqliteCount;

const sqliteFlag = () => sqlite.integer({ mode: 'boolean' });
/** True or false. */
export const flag = onPostgres ? castTo<typeof sqliteFlag>(() => pg.boolean()) : sqliteFlag;

const sqliteInstant = () => sqlite.integer({ mode: 'timestamp_ms' });
/** Point in time, to the millisecond. */
export const instant = onPostgres
  ? castTo<typeof sqliteInstant>(() => pg.timestamp({ withTimezone: true, precision: 3, mode: 'date' }))
  : sqliteInstant;

const sqliteBytes = () => sqlite.blob({ mode: 'buffer' });
const pgBytes = pg.customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Bytes as a Buffer. */
export const bytes = onPostgres ? castTo<typeof sqliteBytes>(() => pgBytes()) : sqliteBytes;

const sqliteJson = () => sqlite.text({ mode: 'json' });
/** Any JSON value; narrow it with `.$type<T>()`. */
export const json = onPostgres ? castTo<typeof sqliteJson>(() => pg.jsonb()) : sqliteJson;

/** Content hash of a stored picture. */
export const image = () => text().$type<ImageHash>();

/** What every editable record has beside its own fields: id, version (counts saves), active flag, place in its list. */
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

/** Reference of a child record to its parent; deleting the parent deletes its children. */
export const childOf = (parentId: () => sqlite.AnySQLiteColumn) =>
  count().notNull().references(parentId, { onDelete: 'cascade' });
