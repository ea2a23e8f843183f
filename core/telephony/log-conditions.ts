import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { LogView } from '../../contract/message-log.ts';
import { directions, statusesOfOutcome } from '../../contract/message-outcomes.ts';
import { compactNumber } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { countUpToLimit } from '../../db/query/paging.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** A condition in two forms: one that an index answers, one that is checked row by row. */
export interface Condition {
  indexed: SQL;
  scanned: SQL;
  /** An index has its rows in the order of their dates. */
  isDated: boolean;
  /** The condition's index answers the period too: its next column is the date. */
  takesPeriod: boolean;
  isPeriod?: boolean;
}

/** How to read the rows that match the filters. */
export interface Plan {
  conditions: readonly Condition[];
  /** The condition that an index answers; undefined without a filter. */
  leading: Condition | undefined;
  /** All conditions, the leading one for the index. */
  where: SQL | undefined;
  /** Rows, exact up to `countLimit`. */
  count: number;
  isMany: boolean;
}

/** Columns of the text filters. */
const searchable = ['messageSid', 'toNumber', 'requestFrom', 'fromNumber', 'accountSid'] as const;

// The planner uses no index for an expression: this keeps it from choosing a less selective condition.
const withoutIndex = (column: AnySQLiteColumn) => sql`(${column} || '')`;

/** Rows of a condition that are counted to compare it with others: a few milliseconds in an index. */
const maxProbed = 50_000;

/** Chooses the condition with the fewest rows for the index, and counts the rows that match all conditions. */
export async function planOf(db: Database, filter: LogView): Promise<Plan> {
  return planWith(db, await sized(db, await conditionsOf(db, filter)));
}

/** Plans for the filter with each of these further conditions in place of its outcome. */
export async function plansOf(
  db: Database,
  { outcome: _, direction: __, telephonyClientId: account, ...filter }: LogView,
  further: readonly Condition[],
): Promise<Plan[]> {
  const conditions = await conditionsOf(db, filter);
  const shared = await sized(db, conditions);
  const plans: Plan[] = [];
  for (const statuses of further) {
    const one = account == null ? statuses : both(withAccount(account), statuses);
    const size = shared.length === 0 ? 0 : await sizeOf(db, one, conditions);
    plans.push(await planWith(db, [...shared, { condition: one, size }]));
  }
  return plans;
}

interface Sized {
  condition: Condition;
  size: number;
}

/** The conditions with their sizes, which only matter for more than one. */
async function sized(db: Database, conditions: readonly Condition[]): Promise<Sized[]> {
  if (conditions.length < 2) return conditions.map((condition) => ({ condition, size: maxProbed }));
  return Promise.all(
    conditions.map(async (condition) => ({ condition, size: await sizeOf(db, condition, conditions) })),
  );
}

/** Rows of a condition within the period; of equal ones, those in the order of their dates need no sorting. */
async function sizeOf(db: Database, condition: Condition, all: readonly Condition[]): Promise<number> {
  const periods = all.filter(({ isPeriod }) => isPeriod);
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(log)
    .where(whereOf(condition, [condition, ...periods]))
    .limit(maxProbed)
    .as('some');
  return (await db.$count(some)) + (condition.isDated ? 0 : 0.5);
}

async function planWith(db: Database, given: readonly Sized[]): Promise<Plan> {
  const conditions = given.toSorted((a, b) => a.size - b.size).map(({ condition }) => condition);
  const [leading] = conditions;
  const where = leading && whereOf(leading, conditions);
  const { count, isCountExact } = await countUpToLimit(db, log, where);
  return { conditions, leading, where, count, isMany: !isCountExact };
}

/** Every condition, with this one for the index, which answers the period as well if it goes on with the date. */
export function whereOf(leading: Condition, all: readonly Condition[]): SQL | undefined {
  const others = all.filter((condition) => condition !== leading);
  return and(
    leading.indexed,
    ...others.map(({ indexed, scanned, isPeriod }) => (isPeriod && leading.takesPeriod ? indexed : scanned)),
  );
}

/** Every condition for rows that are read in the order of their dates. */
export function scannedByDate(conditions: readonly Condition[]): SQL | undefined {
  return and(...conditions.map(({ indexed, scanned, isPeriod }) => (isPeriod ? indexed : scanned)));
}

/** The filter's conditions, an exact one first. */
export async function conditionsOf(db: Database, filter: LogView): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const name of searchable) {
    const text = filter[name];
    if (text !== '')
      conditions.push(await matching(db, log[name], name.endsWith('Sid') ? text : normalizeNumber(text)));
  }
  const { telephonyClientId: account, outcome, direction } = filter;
  const ofAccount = account == null ? undefined : withAccount(account);
  const ofOutcome = outcome && withStatuses(statusesOfOutcome[outcome]);
  if (ofAccount && ofOutcome) conditions.push(both(ofAccount, ofOutcome));
  else if (ofAccount) conditions.push(ofAccount);
  else if (ofOutcome) conditions.push(ofOutcome);
  if (direction) conditions.push(withStatuses(directions[direction].flatMap((one) => statusesOfOutcome[one])));
  const period = periodOf(filter);
  return period ? [...conditions, period] : conditions;
}

function withAccount(account: number): Condition {
  return {
    indexed: eq(log.telephonyClientId, account),
    scanned: sql`${log.telephonyClientId} + 0 = ${account}`,
    isDated: true,
    takesPeriod: true,
  };
}

/** An account's messages with some statuses, which one index answers, a status after the other. */
function both(account: Condition, statuses: Condition): Condition {
  return {
    indexed: sql`${and(account.indexed, statuses.indexed)}`,
    scanned: sql`${and(account.scanned, statuses.scanned)}`,
    isDated: false,
    takesPeriod: true,
  };
}

/** Messages with one of these statuses. */
export function withStatuses(statuses: readonly (typeof log.$inferSelect)['status'][]): Condition {
  const list = sql.join(
    statuses.map((status) => sql`${sql.param(status, log.status)}`),
    sql`, `,
  );
  return {
    indexed: inArray(log.status, [...statuses]),
    scanned: sql`${withoutIndex(log.status)} in (${list})`,
    isDated: false,
    takesPeriod: true,
  };
}

function periodOf({ since, until }: LogView): Condition | undefined {
  const within = (column: SQL) =>
    and(
      since === undefined ? undefined : sql`${column} >= ${sql.param(new Date(since), log.createdOn)}`,
      until === undefined ? undefined : sql`${column} < ${sql.param(new Date(until), log.createdOn)}`,
    );
  const indexed = within(sql`${log.createdOn}`);
  const scanned = within(sql`coalesce(${log.createdOn}, ${log.createdOn})`);
  return indexed && scanned && { indexed, scanned, isDated: true, takesPeriod: true, isPeriod: true };
}

/** Matches the exact value if a row has it, else values with this prefix. */
async function matching(db: Database, column: AnySQLiteColumn, text: string): Promise<Condition> {
  const [exact] = await db.select({ id: log.id }).from(log).where(eq(column, text)).limit(1);
  // Encode explicitly: expressions do not use the column's encoder.
  const [start, end] = [sql.param(text, column), sql.param(`${text}\uffff`, column)];
  if (exact)
    return {
      indexed: eq(column, text),
      scanned: sql`${withoutIndex(column)} = ${start}`,
      isDated: true,
      takesPeriod: true,
    };
  const indexed = and(gte(column, start), lt(column, end)) ?? sql`1 = 1`;
  return {
    indexed,
    scanned: sql`${withoutIndex(column)} >= ${start} and ${withoutIndex(column)} < ${end}`,
    isDated: false,
    takesPeriod: false,
  };
}

/** Normalises a typed number to the stored form; adds a missing plus. */
function normalizeNumber(text: string): string {
  const compact = compactNumber(text).replace(/^00/, '+');
  return /^\d/.test(compact) ? `+${compact}` : compact;
}
