import { and, asc, eq, inArray, isNotNull, lt, min, not, or, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { countLimit } from '../../contract/paging.ts';
import { type RetentionKindName, retentionKindNames } from '../../contract/privacy.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { countUpToLimit, yieldToEventLoop } from '../../db/query/paging.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { isWaiting } from '../inbox/subscribers.ts';
import { erasedNumber } from '../telephony/erased-number.ts';
import { eraseMessages } from './erase-messages.ts';
import { endOf, readRetention } from './retention.ts';
import { slicesOf, wholeTable } from './slices.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

/** Rows of one transaction. */
const batchSize = 500;

/** Where the records of a kind are, and when their time starts. */
interface Place {
  table: SQLiteTable;
  id: AnySQLiteColumn;
  at: AnySQLiteColumn;
  /** Only these rows are of the kind. */
  only?: SQL | undefined;
}

const places: Readonly<Record<RetentionKindName, Place>> = {
  inbox: { table: inboxMessages, id: inboxMessages.id, at: inboxMessages.receivedAt },
  unconfirmed: { table: subscribers, id: subscribers.id, at: subscribers.subscribedAt, only: isWaiting },
  unsubscribed: { table: subscribers, id: subscribers.id, at: subscribers.unsubscribedAt },
  messageLog: { table: log, id: log.id, at: log.createdOn },
  audit: { table: auditEntries, id: auditEntries.id, at: auditEntries.at },
  failedSignIns: {
    table: auditEntries,
    id: auditEntries.id,
    at: auditEntries.at,
    // The index is over section and time.
    only: and(eq(auditEntries.section, 'session'), eq(auditEntries.action, 'session.signInFailed')),
  },
};

/** Deletes or anonymises the records of a kind whose time is over, in batches. Returns their number. */
export async function applyRetentionTo({ db, now }: Deps, kind: RetentionKindName): Promise<number> {
  const end = endOf((await readRetention(db)).get(kind), now());
  if (end === null) return 0;
  const { table, id, at } = places[kind];
  const isOver = await conditionOf(db, kind, end);
  if (kind === 'messageLog') return eraseOldMessages(db, isOver);
  let deleted = 0;
  for (;;) {
    const rows = await db.select({ id }).from(table).where(isOver).orderBy(asc(at)).limit(batchSize);
    if (rows.length === 0) return deleted;
    const ids = rows.map((row) => Number(row.id));
    await db.delete(table).where(and(inArray(id, ids), isOver));
    deleted += ids.length;
    await yieldToEventLoop();
  }
}

/** Each kind's oldest record, and how many records the next run deletes or anonymises. */
export async function describeRetention({ db, now }: Deps) {
  const retention = await readRetention(db);
  const kinds = [];
  for (const kind of retentionKindNames) {
    const { table, at, only } = places[kind];
    const days = retention.get(kind) ?? null;
    const end = endOf(days, now());
    const [oldest] = await db
      .select({ at: min(at) })
      .from(table)
      .where(only);
    const due = end && (await countOver(db, kind, await conditionOf(db, kind, end)));
    kinds.push({
      kind,
      days,
      oldestAt: instantOf(oldest?.at),
      due: due?.count ?? 0,
      isDueExact: due?.isCountExact ?? true,
    });
    await yieldToEventLoop();
  }
  return kinds;
}

async function conditionOf(db: Database, kind: RetentionKindName, end: Date): Promise<SQL | undefined> {
  const { at, only } = places[kind];
  return and(lt(at, end), only, kind === 'messageLog' ? await hasPersonalData(db) : undefined);
}

/** True for messages with a text, or with a number that is not that of an SMS account. */
async function hasPersonalData(db: Database): Promise<SQL | undefined> {
  const impersonal = ['', erasedNumber, ...(await ownNumbers(db))];
  const isPersonal = (column: AnySQLiteColumn) => not(isOneOf(column, impersonal));
  return or(isNotNull(log.body), isPersonal(log.toNumber), isPersonal(log.fromNumber), isPersonal(log.requestFrom));
}

async function eraseOldMessages(db: Database, isOver: SQL | undefined): Promise<number> {
  const own = new Set(await ownNumbers(db));
  let erased = 0;
  for await (const slice of slicesOf(db, log, log.id, wholeTable()))
    erased += await eraseMessages(db, and(slice, isOver), 'id', (number) => !own.has(number));
  return erased;
}

function countOver(db: Database, kind: RetentionKindName, isOver: SQL | undefined) {
  return kind === 'messageLog' ? countOldMessages(db, isOver) : countUpToLimit(db, places[kind].table, isOver);
}

/** Counts in slices: no index finds the messages that still have a number, and a long query would block all others. */
async function countOldMessages(db: Database, isOver: SQL | undefined) {
  let count = 0;
  for await (const slice of slicesOf(db, log, log.id, wholeTable())) {
    count += await db.$count(log, and(slice, isOver));
    if (count > countLimit) break;
  }
  return { count: Math.min(count, countLimit), isCountExact: count <= countLimit };
}

async function ownNumbers(db: Database): Promise<string[]> {
  const { twilioPhoneNumber } = telephonyClients;
  return (await db.select({ number: twilioPhoneNumber }).from(telephonyClients)).map(({ number }) => number);
}

/** The smallest time of a column; a table's column type gives it as a Date or as stored. */
function instantOf(value: unknown): Date | null {
  if (value instanceof Date) return value;
  return typeof value === 'number' ? new Date(value) : null;
}
