import { and, asc, desc, eq, gte, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { inBatches, olderThan } from '../../db/query/paging.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import { Decimal } from '../export/decimal.ts';

/** What the messages of an account cost in a month (UTC). */
export interface AccountCost {
  /** Null: messages whose account was deleted. */
  telephonyClientId: number | null;
  account: string;
  messages: number;
  segments: number;
  /** Messages whose price the provider has named. */
  priced: number;
  /** Exact sums by currency. */
  totals: { currency: string; sum: string }[];
}

const priced = z.object({ price: z.string(), price_unit: z.string().default('') });

/** The costs of each account in a month such as 2026-03, for a client of its own account; the provider names the prices. */
export async function messageCosts(db: Database, month: string, scope: number | null): Promise<AccountCost[]> {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const [start, end] = [new Date(Date.UTC(year, number - 1, 1)), new Date(Date.UTC(year, number, 1))];
  const accounts = await db
    .select({ id: telephonyClients.id, name: telephonyClients.projectName })
    .from(telephonyClients)
    .where(scope === null ? undefined : eq(telephonyClients.id, scope))
    .orderBy(asc(telephonyClients.projectName), asc(telephonyClients.id));
  const sums = new Map<number | null, Sums>();
  const isWanted = and(
    scope === null ? undefined : eq(log.telephonyClientId, scope),
    gte(log.createdOn, start),
    lt(log.createdOn, end),
  );
  const rows = inBatches(
    (after, size) =>
      db
        .select({
          id: log.id,
          createdOn: log.createdOn,
          account: log.telephonyClientId,
          segments: log.segments,
          response: log.response,
        })
        .from(log)
        .where(and(isWanted, after && olderThan(log.createdOn, log.id, after)))
        .orderBy(desc(log.createdOn), desc(log.id))
        .limit(size),
    ({ createdOn, id }) => ({ at: createdOn, id }),
  );
  for await (const { account, segments, response } of rows) {
    const own = sums.get(account) ?? new Sums();
    sums.set(account, own);
    own.add(segments ?? 0, response);
  }
  const known = accounts.map(({ id, name }) => ({ id, name, own: sums.get(id) ?? new Sums() }));
  const deleted = sums.get(null);
  return [...known, ...(deleted ? [{ id: null, name: 'Deleted clients', own: deleted }] : [])].map(
    ({ id, name, own }) => ({ telephonyClientId: id, account: name, ...own.result() }),
  );
}

/** Months with messages of the scope, the newest first: from the newest message back to the oldest, at most two years. */
export async function monthsOf(db: Database, scope: number | null, now: Date): Promise<string[]> {
  const [oldest] = await db
    .select({ at: log.createdOn })
    .from(log)
    .where(and(isNotNull(log.createdOn), scope === null ? undefined : eq(log.telephonyClientId, scope)))
    .orderBy(asc(log.createdOn))
    .limit(1);
  const months: string[] = [];
  const first = (oldest?.at ?? now).toISOString().slice(0, 7);
  for (let back = 0; back < maxMonths; back += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    if (month < first) break;
    months.push(month);
  }
  return months;
}

const maxMonths = 24;

/** Sums of one account. */
class Sums {
  #messages = 0;
  #segments = 0;
  #priced = 0;
  readonly #totals = new Map<string, Decimal>();

  add(segments: number, response: unknown): void {
    this.#messages += 1;
    this.#segments += segments;
    const { data } = priced.safeParse(response);
    // The provider counts a charge as negative.
    const price = data && Decimal.read(data.price.replace(/^-/, ''));
    if (!data || !price) return;
    this.#priced += 1;
    const before = this.#totals.get(data.price_unit);
    this.#totals.set(data.price_unit, before ? before.plus(price) : price);
  }

  result() {
    const totals = [...this.#totals]
      .map(([currency, sum]) => ({ currency, sum: String(sum) }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
    return { messages: this.#messages, segments: this.#segments, priced: this.#priced, totals };
  }
}
