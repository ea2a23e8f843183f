import { type AnyColumn, getTableColumns, lt, sql } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertJsonRows, upsertSet } from '../../db/query/json-rows.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** Columns that the provider's log fills. */
const names = [
  'telephonyClientId',
  'fromNumber',
  'requestFrom',
  'toNumber',
  'accountSid',
  'messageSid',
  'status',
  'rank',
  'createdOn',
  'segments',
  'body',
  'response',
  'error',
] as const;

/** A message as the provider's log has it. */
export type Entry = Required<Pick<typeof log.$inferInsert, (typeof names)[number]>>;

/** Most entries of one statement. The memory of a statement is free again before the garbage collector counts it as old. */
export const maxBatchSize = 200;

/** Writes at most `maxBatchSize` entries. Of a known entry only the status changes, if the new status has a higher rank. */
export async function writeEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  // On SQLite a prepared statement takes two thirds of the processor time of JSON rows, but has a fixed number of rows. On
  // Postgres a statement belongs to its transaction.
  if (dialect === 'sqlite' && entries.length === maxBatchSize) await preparedFor(db).execute(valuesOf(entries));
  else await atomically(db, (tx) => [insertJsonRows(tx, log, names, entries).onConflictDoUpdate(ifFurther)]);
}

const set = upsertSet('status', 'rank', 'response', 'error');
const ifFurther = { target: log.messageSid, set, setWhere: lt(log.rank, set.rank) };

const prepared = new WeakMap<Database, ReturnType<typeof prepare>>();

function preparedFor(db: Database): ReturnType<typeof prepare> {
  const statement = prepared.get(db) ?? prepare(db);
  prepared.set(db, statement);
  return statement;
}

const columns: Record<keyof Entry, AnyColumn> = getTableColumns(log);

/** Upsert of `maxBatchSize` entries, whose placeholders are named 0, 1, 2 … */
function prepare(db: Database) {
  const rows = Array.from({ length: maxBatchSize }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, sql`${sql.placeholder(String(row * names.length + index))}`])),
  );
  // `Object.fromEntries` loses the names.
  const values = castTo<(typeof log.$inferInsert)[]>(rows);
  return db.insert(log).values(values).onConflictDoUpdate(ifFurther).prepare();
}

/** Values of the placeholders as the driver takes them. The index of a value is the name of its placeholder. */
function valuesOf(entries: readonly Entry[]): Record<string, unknown> {
  const encoded = entries.flatMap((entry) => names.map((name) => encode(columns[name], entry[name])));
  // Drizzle reads the values by name, which an array allows too.
  return castTo<Record<string, unknown>>(encoded);
}

function encode(column: AnyColumn, value: unknown): unknown {
  return value === null ? null : column.mapToDriverValue(value);
}
