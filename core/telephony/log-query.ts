import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { pageSize } from '../../contract/paging.ts';
import { compactNumber, type LogFilter, type logPage } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { countUpToLimit, inPortions, olderThan } from '../../db/query/paging.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** What the list shows of a row; the provider's answers are large and read one at a time. */
const listed = {
  id: log.id,
  telephonyClientId: log.telephonyClientId,
  fromNumber: log.fromNumber,
  requestFrom: log.requestFrom,
  toNumber: log.toNumber,
  accountSid: log.accountSid,
  messageSid: log.messageSid,
  status: log.status,
  segments: log.segments,
  createdOn: log.createdOn,
  hasResponse: sql<number>`${log.response} is not null`.mapWith(Boolean),
  hasError: sql<number>`${log.error} is not null`.mapWith(Boolean),
};

/** Columns that narrow a search down, the most telling one first. */
const searchable = ['messageSid', 'toNumber', 'requestFrom', 'fromNumber', 'accountSid'] as const;

/** One condition, once as an index can answer it and once as it is checked row by row. */
interface Condition {
  indexed: SQL;
  scanned: SQL;
  isExact: boolean;
}

// An index is not used for an expression: this keeps the planner from choosing a condition that tells little.
const plain = (column: AnySQLiteColumn) => sql`(${column} || '')`;

/**
 * One page of the log: rows, how many there are (exact up to `countLimit`), and whether that is all of them.
 * The time it takes does not grow with the log: one condition is answered by its index and the rest are checked on what
 * that leaves. When that is still many rows, they are read in the order of the page instead, which finds a page soon
 * because they are many.
 */
export async function readLogPage(db: Database, input: z.output<typeof logPage>) {
  const conditions = await conditionsOf(db, input);
  const { where, count, isMany, leading } = await measure(db, conditions);
  const followsIndex = leading?.isExact === true && input.sort === 'createdOn';
  const direction = input.isDescending ? desc : asc;
  const order = input.sort === 'createdOn' ? [] : [direction(log[input.sort])];
  const rows = await db
    .select(listed)
    .from(log)
    .where(isMany && !followsIndex ? and(...conditions.map(({ scanned }) => scanned)) : where)
    .orderBy(...order, direction(log.createdOn), direction(log.id))
    .limit(pageSize)
    .offset((input.page - 1) * pageSize);
  return { rows, count, isCountExact: !isMany };
}

async function measure(db: Database, conditions: readonly Condition[]) {
  const [leading, ...others] = conditions;
  const where = and(leading?.indexed, ...others.map(({ scanned }) => scanned));
  const { count, isCountExact } = await countUpToLimit(db, log, where);
  return { where, leading, count, isMany: !isCountExact };
}

/** The filter's conditions, the one to look up by first. */
export async function conditionsOf(db: Database, filter: LogFilter): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const name of searchable) {
    const text = filter[name];
    if (text !== '') conditions.push(await matching(db, log[name], name.endsWith('Sid') ? text : numberLike(text)));
  }
  const { telephonyClientId: id } = filter;
  if (id != null) {
    const scanned = sql`${log.telephonyClientId} + 0 = ${id}`;
    conditions.push({ indexed: eq(log.telephonyClientId, id), scanned, isExact: true });
  }
  // An exact match leaves less than a beginning does.
  return conditions.toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
}

/** The whole value where there is one like that, else values that begin so. */
async function matching(db: Database, column: AnySQLiteColumn, text: string): Promise<Condition> {
  const [exact] = await db.select({ id: log.id }).from(log).where(eq(column, text)).limit(1);
  // Encoded as the column's values are, which an expression does not do by itself.
  const [start, end] = [sql.param(text, column), sql.param(`${text}\uffff`, column)];
  if (exact) return { indexed: eq(column, text), scanned: sql`${plain(column)} = ${start}`, isExact: true };
  const indexed = and(gte(column, start), lt(column, end)) ?? sql`1 = 1`;
  return { indexed, scanned: sql`${plain(column)} >= ${start} and ${plain(column)} < ${end}`, isExact: false };
}

/** A number as it is stored, also when the plus was left out. */
function numberLike(text: string): string {
  const compact = compactNumber(text).replace(/^00/, '+');
  return /^\d/.test(compact) ? `+${compact}` : compact;
}

/** The newest 1000 rows the filter leaves, with the provider's answers. */
export async function newestLogRows(db: Database, filter: LogFilter) {
  const conditions = await conditionsOf(db, filter);
  const { where, isMany, leading } = await measure(db, conditions);
  return db
    .select({ ...listed, response: log.response, error: log.error })
    .from(log)
    .where(isMany && !leading?.isExact ? and(...conditions.map(({ scanned }) => scanned)) : where)
    .orderBy(desc(log.createdOn), desc(log.id))
    .limit(1000);
}

/** Every row the filter leaves, the newest first, read in portions so that a long log does not fill the memory. */
export async function* everyLogRow(db: Database, filter: LogFilter) {
  const conditions = await conditionsOf(db, filter);
  const [leading] = conditions;
  // An exact match has an index in the order of the file; a beginning has not, and sorting anew for each portion would not end.
  const first = leading?.isExact ? leading.indexed : leading?.scanned;
  const where = and(first, ...conditions.slice(1).map(({ scanned }) => scanned));
  yield* inPortions(
    (after, size) =>
      db
        .select(listed)
        .from(log)
        .where(and(where, after && olderThan(log.createdOn, log.id, after)))
        .orderBy(desc(log.createdOn), desc(log.id))
        .limit(size),
    ({ createdOn, id }) => ({ at: createdOn, id }),
  );
}

/** The provider's answer and error of one row, if the scope may see it. */
export async function readLogDetails(db: Database, id: number, scope: number | null) {
  const [row] = await db
    .select({ id: log.id, body: log.body, response: log.response, error: log.error })
    .from(log)
    .where(and(eq(log.id, id), scope === null ? undefined : eq(log.telephonyClientId, scope)));
  return row;
}
