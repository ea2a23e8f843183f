import { type AnyColumn, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { atomically } from '../../db/query/atomically.ts';
import { excluded } from '../../db/query/upsert-set.ts';
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

/** What the provider's log tells of a message, all of it. */
export type Entry = Required<Pick<typeof log.$inferInsert, (typeof names)[number]>>;

/** Rows of one statement: what it is made of is garbage before it grows old, so that a long log takes no more memory. */
export const entriesAtOnce = 200;

/** Writes entries, `entriesAtOnce` at most; of one that is known, a status that is further on. */
export async function writeEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  // Drizzle takes longer to build a statement of so many rows than SQLite to run it, so it is built once. On Postgres it
  // belongs to the transaction it runs in.
  if (dialect === 'sqlite' && entries.length === entriesAtOnce) await preparedFor(db).execute(valuesOf(entries));
  else await atomically(db, (tx) => [upsert(tx, [...entries])]);
}

const further = excluded('status', 'rank', 'response', 'error');

function upsert(tx: Pick<Database, 'insert'>, rows: (typeof log.$inferInsert)[]) {
  return tx
    .insert(log)
    .values(rows)
    .onConflictDoUpdate({
      target: log.messageSid,
      set: further,
      setWhere: lt(log.rank, further.rank),
    });
}

const prepared = new WeakMap<Database, ReturnType<typeof prepare>>();

function preparedFor(db: Database): ReturnType<typeof prepare> {
  const made = prepared.get(db) ?? prepare(db);
  prepared.set(db, made);
  return made;
}

const columns: Record<keyof Entry, AnyColumn> = getTableColumns(log);

function prepare(db: Database) {
  const rows = Array.from({ length: entriesAtOnce }, (_, place) =>
    Object.fromEntries(names.map((name, offset) => [name, placeholder(place * names.length + offset)])),
  );
  return upsert(db, castTo<(typeof log.$inferInsert)[]>(rows)).prepare();
}

function placeholder(place: number): SQL {
  return sql`${sql.placeholder(String(place))}`;
}

/** The statement's values by their place, which is their name, as the database has them. */
function valuesOf(entries: readonly Entry[]): Record<string, unknown> {
  const encoded = entries.flatMap((entry) => names.map((name) => encode(columns[name], entry[name])));
  return castTo<Record<string, unknown>>(encoded);
}

function encode(column: AnyColumn, value: unknown): unknown {
  return value === null ? null : column.mapToDriverValue(value);
}
