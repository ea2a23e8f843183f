import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { directions, type LogView, statusesOfOutcome } from '../../contract/message-log.ts';
import { countLimit } from '../../contract/paging.ts';
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
  /** The period, which every dated index answers too. */
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

/** Chooses the condition with the fewest rows for the index, and counts the rows that match all conditions. */
export async function planOf(db: Database, filter: LogView): Promise<Plan> {
  const conditions = await conditionsOf(db, filter);
  const [first, ...others] = conditions;
  if (first && others.length > 0) {
    const sizes = await Promise.all(
      conditions.map(async (condition) => ({
        condition,
        // An equal number: the rows of a dated index need no sorting.
        size:
          2 *
            (await countOf(
              db,
              whereOf(
                condition,
                conditions.filter(({ isPeriod }) => isPeriod),
              ),
            )) +
          (condition.isDated ? 0 : 1),
      })),
    );
    sizes.sort((a, b) => a.size - b.size);
    return planWith(
      db,
      sizes.map(({ condition }) => condition),
    );
  }
  return planWith(db, conditions);
}

async function planWith(db: Database, conditions: readonly Condition[]): Promise<Plan> {
  const [leading] = conditions;
  const where = leading && whereOf(leading, conditions);
  const { count, isCountExact } = await countUpToLimit(db, log, where);
  return { conditions, leading, where, count, isMany: !isCountExact };
}

async function countOf(db: Database, where: SQL | undefined): Promise<number> {
  const { count, isCountExact } = await countUpToLimit(db, log, where);
  return isCountExact ? count : countLimit + 1;
}

/** Every condition, with this one for the index. A dated index answers the period as well. */
export function whereOf(leading: Condition, all: readonly Condition[]): SQL | undefined {
  const others = all.filter((condition) => condition !== leading);
  return and(
    leading.indexed,
    ...others.map(({ indexed, scanned, isPeriod }) => (isPeriod && leading.isDated ? indexed : scanned)),
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
  if (account != null)
    conditions.push({
      indexed: eq(log.telephonyClientId, account),
      scanned: sql`${log.telephonyClientId} + 0 = ${account}`,
      isDated: true,
    });
  if (outcome) conditions.push(withStatuses(statusesOfOutcome[outcome]));
  if (direction) conditions.push(withStatuses(directions[direction].flatMap((one) => statusesOfOutcome[one])));
  const period = periodOf(filter);
  return period ? [...conditions, period] : conditions;
}

function withStatuses(statuses: readonly (typeof log.$inferSelect)['status'][]): Condition {
  const list = sql.join(
    statuses.map((status) => sql`${sql.param(status, log.status)}`),
    sql`, `,
  );
  return {
    indexed: inArray(log.status, [...statuses]),
    scanned: sql`${withoutIndex(log.status)} in (${list})`,
    isDated: false,
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
  return indexed && scanned && { indexed, scanned, isDated: true, isPeriod: true };
}

/** Matches the exact value if a row has it, else values with this prefix. */
async function matching(db: Database, column: AnySQLiteColumn, text: string): Promise<Condition> {
  const [exact] = await db.select({ id: log.id }).from(log).where(eq(column, text)).limit(1);
  // Encode explicitly: expressions do not use the column's encoder.
  const [start, end] = [sql.param(text, column), sql.param(`${text}\uffff`, column)];
  if (exact) return { indexed: eq(column, text), scanned: sql`${withoutIndex(column)} = ${start}`, isDated: true };
  const indexed = and(gte(column, start), lt(column, end)) ?? sql`1 = 1`;
  return {
    indexed,
    scanned: sql`${withoutIndex(column)} >= ${start} and ${withoutIndex(column)} < ${end}`,
    isDated: false,
  };
}

/** Normalises a typed number to the stored form; adds a missing plus. */
function normalizeNumber(text: string): string {
  const compact = compactNumber(text).replace(/^00/, '+');
  return /^\d/.test(compact) ? `+${compact}` : compact;
}
