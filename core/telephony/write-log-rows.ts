import { type AnyColumn, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import { finalRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertJsonRows, upsertSet } from '../../db/query/json-rows.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { isNotErased } from './erased-number.ts';

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
/** Columns that few entries fill. */
const rareNames = ['providerStatus', 'isUndated'] as const;

type Name = (typeof names)[number] | (typeof rareNames)[number];
/** A message as the provider's log has it. */
export interface Entry extends Required<Omit<Pick<typeof log.$inferInsert, Name>, 'messageSid' | 'error'>> {
  messageSid: string;
  error: { code: number; message: string } | null;
}

/** Most entries of one statement. The memory of a statement is free again before the garbage collector counts it as old. */
export const maxBatchSize = 200;

/**
 * Writes at most `maxBatchSize` entries. The status of a known entry only moves forwards; an entry with the stored status
 * adds details that were unknown before, such as the price in the response. A message of an erased person stays as it is.
 */
export async function writeEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  const rare = entries.filter(({ providerStatus, isUndated }) => providerStatus !== null || isUndated);
  const usual = entries.filter((entry) => !rare.includes(entry));
  // On SQLite a prepared statement takes two thirds of the processor time of JSON rows, but has a fixed number of rows. On
  // Postgres a statement belongs to its transaction.
  if (dialect === 'sqlite' && usual.length === maxBatchSize) await preparedFor(db).execute(valuesOf(usual));
  else if (usual.length > 0)
    await atomically(db, (tx) => [insertJsonRows(tx, log, names, usual).onConflictDoUpdate(ifNews)]);
  if (rare.length > 0)
    await atomically(db, (tx) => [insertJsonRows(tx, log, [...names, ...rareNames], rare).onConflictDoUpdate(ifNews)]);
}

const given = upsertSet(...names, ...rareNames);
const isFurther = gt(given.rank, log.rank);
const isSame = sql`${given.rank} = ${log.rank} and ${given.status} = ${log.status}`;
const isUnknown = sql`${given.providerStatus} is not null and ${log.rank} < ${sql.raw(String(finalRank))}`;
const wasEmpty = (column: AnyColumn) => sql`${column} = ''`;
const when = (condition: SQL, column: AnyColumn, value: SQL) =>
  sql`case when ${condition} then ${value} else ${column} end`;
const isDated = sql`${log.isUndated} and ${given.isUndated} is null`;

const ifNews = {
  target: log.messageSid,
  setWhere: sql`${log.accountSid} = ${given.accountSid} and ${isNotErased} and (${isFurther} or ${isSame} or ${isUnknown})`,
  set: {
    status: when(isFurther, log.status, given.status),
    rank: when(isFurther, log.rank, given.rank),
    providerStatus: given.providerStatus,
    response: given.response,
    error: sql`coalesce(${given.error}, ${log.error})`,
    segments: sql`coalesce(${given.segments}, ${log.segments})`,
    telephonyClientId: when(wasEmpty(log.fromNumber), log.telephonyClientId, given.telephonyClientId),
    fromNumber: when(wasEmpty(log.fromNumber), log.fromNumber, given.fromNumber),
    requestFrom: when(wasEmpty(log.requestFrom), log.requestFrom, given.requestFrom),
    toNumber: when(wasEmpty(log.toNumber), log.toNumber, given.toNumber),
    createdOn: when(isDated, log.createdOn, given.createdOn),
    isUndated: when(isDated, log.isUndated, sql`null`),
  },
};

const prepared = new WeakMap<Database, ReturnType<typeof prepare>>();

function preparedFor(db: Database): ReturnType<typeof prepare> {
  const statement = prepared.get(db) ?? prepare(db);
  prepared.set(db, statement);
  return statement;
}

const columns: Record<Name, AnyColumn> = getTableColumns(log);

/** Upsert of `maxBatchSize` entries, whose placeholders are named 0, 1, 2 … */
function prepare(db: Database) {
  const rows = Array.from({ length: maxBatchSize }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, sql`${sql.placeholder(String(row * names.length + index))}`])),
  );
  // `Object.fromEntries` loses the names.
  const values = castTo<(typeof log.$inferInsert)[]>(rows);
  return db.insert(log).values(values).onConflictDoUpdate(ifNews).prepare();
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
