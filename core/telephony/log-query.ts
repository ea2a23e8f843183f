import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { pageSize } from '../../contract/paging.ts';
import { compactNumber, type LogFilter, type logPage } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { countUpToLimit, inBatches, olderThan } from '../../db/query/paging.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { failureReason } from './failure-reason.ts';

/** Columns of the list; the provider's responses are large and read one at a time. */
const listed = {
  id: log.id,
  telephonyClientId: log.telephonyClientId,
  fromNumber: log.fromNumber,
  requestFrom: log.requestFrom,
  toNumber: log.toNumber,
  accountSid: log.accountSid,
  messageSid: log.messageSid,
  /** The provider's own word if the product does not know the status. */
  status: sql<string>`coalesce(${log.providerStatus}, ${log.status})`,
  segments: log.segments,
  createdOn: log.createdOn,
  isUndated: log.isUndated,
  hasResponse: sql<number>`${log.response} is not null`.mapWith(Boolean),
  hasError: sql<number>`${log.error} is not null`.mapWith(Boolean),
};

/** The date of a listed row; null if the provider gives none. */
export function dateOf({ createdOn, isUndated }: { createdOn: Date; isUndated: boolean | null }): Date | null {
  return isUndated ? null : createdOn;
}

/** Columns of the filter, the most selective first. */
const searchable = ['messageSid', 'toNumber', 'requestFrom', 'fromNumber', 'accountSid'] as const;

/** A condition in two forms: one that an index answers, one that is checked row by row. */
interface Condition {
  indexed: SQL;
  scanned: SQL;
  isExact: boolean;
}

// The planner uses no index for an expression: this keeps it from choosing a less selective condition.
const withoutIndex = (column: AnySQLiteColumn) => sql`(${column} || '')`;

/**
 * One page of the log: rows, their number (exact up to `countLimit`), and whether the number is exact.
 * The time does not grow with the log: an index answers the leading condition and the others are checked on its rows.
 * If many rows match, they are scanned in the order of the page instead, which soon fills a page.
 */
export async function readLogPage(db: Database, input: z.output<typeof logPage>) {
  const conditions = await conditionsOf(db, input);
  const { where, count, isMany, leading } = await measure(db, conditions);
  const followsIndex = leading?.isExact === true && input.sort === 'createdOn';
  const direction = input.isDescending ? desc : asc;
  const order = input.sort === 'createdOn' ? [] : [direction(log[input.sort])];
  const found = await db
    .select({ ...listed, knownStatus: log.status, error: log.error })
    .from(log)
    .where(isMany && !followsIndex ? and(...conditions.map(({ scanned }) => scanned)) : where)
    .orderBy(...order, direction(log.createdOn), direction(log.id))
    .limit(pageSize)
    .offset((input.page - 1) * pageSize);
  const rows = found.map(({ knownStatus: status, error, isUndated, ...row }) => ({
    ...row,
    createdOn: dateOf({ createdOn: row.createdOn, isUndated }),
    /** Why the message was refused or not delivered, in words. */
    reason: failureReason({ status, error }),
  }));
  return { rows, count, isCountExact: !isMany };
}

async function measure(db: Database, conditions: readonly Condition[]) {
  const [leading, ...others] = conditions;
  const where = and(leading?.indexed, ...others.map(({ scanned }) => scanned));
  const { count, isCountExact } = await countUpToLimit(db, log, where);
  return { where, leading, count, isMany: !isCountExact };
}

/** The filter's conditions, the leading one (for the index) first. */
async function conditionsOf(db: Database, filter: LogFilter): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const name of searchable) {
    const text = filter[name];
    if (text !== '')
      conditions.push(await matching(db, log[name], name.endsWith('Sid') ? text : normalizeNumber(text)));
  }
  const { telephonyClientId: id } = filter;
  if (id != null) {
    const scanned = sql`${log.telephonyClientId} + 0 = ${id}`;
    conditions.push({ indexed: eq(log.telephonyClientId, id), scanned, isExact: true });
  }
  // An exact match is more selective than a prefix.
  return conditions.toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
}

/** Matches the exact value if a row has it, else values with this prefix. */
async function matching(db: Database, column: AnySQLiteColumn, text: string): Promise<Condition> {
  const [exact] = await db.select({ id: log.id }).from(log).where(eq(column, text)).limit(1);
  // Encode explicitly: expressions do not use the column's encoder.
  const [start, end] = [sql.param(text, column), sql.param(`${text}\uffff`, column)];
  if (exact) return { indexed: eq(column, text), scanned: sql`${withoutIndex(column)} = ${start}`, isExact: true };
  const indexed = and(gte(column, start), lt(column, end)) ?? sql`1 = 1`;
  return {
    indexed,
    scanned: sql`${withoutIndex(column)} >= ${start} and ${withoutIndex(column)} < ${end}`,
    isExact: false,
  };
}

/** Normalises a typed number to the stored form; adds a missing plus. */
function normalizeNumber(text: string): string {
  const compact = compactNumber(text).replace(/^00/, '+');
  return /^\d/.test(compact) ? `+${compact}` : compact;
}

/** The newest 1000 matching rows with the provider's responses. */
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

/** All matching rows, the newest first, read in batches to limit memory. */
export async function* everyLogRow(db: Database, filter: LogFilter) {
  const conditions = await conditionsOf(db, filter);
  const [leading] = conditions;
  // An exact match has an index in the export's order. A prefix has none and would be sorted again for each batch.
  const first = leading?.isExact ? leading.indexed : leading?.scanned;
  const where = and(first, ...conditions.slice(1).map(({ scanned }) => scanned));
  yield* inBatches(
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

/** One row with its text, the provider's newest response and the error; undefined if the scope may not see the row. */
export async function readLogDetails(db: Database, id: number, scope: number | null) {
  const [row] = await db
    .select({
      ...listed,
      knownStatus: log.status,
      body: log.body,
      response: log.response,
      error: log.error,
    })
    .from(log)
    .where(and(eq(log.id, id), scope === null ? undefined : eq(log.telephonyClientId, scope)));
  if (!row) return undefined;
  const { id: rowId, status, knownStatus, toNumber, body, segments, response, error } = row;
  const reason = failureReason({ status: knownStatus, error });
  return { id: rowId, status, reason, toNumber, body, segments, price: priceOf(response), response, error };
}

const pricedResponse = z.object({ price: z.string(), price_unit: z.string().default('') });

/** What the provider charged, such as `0.0075 USD`; null if not yet known. */
export function priceOf(response: unknown): string | null {
  const priced = pricedResponse.safeParse(response);
  const { data } = priced;
  // The provider counts a charge as negative.
  return data ? `${data.price.replace(/^-/, '')} ${data.price_unit}`.trim() : null;
}
