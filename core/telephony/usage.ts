import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyClients, telephonyUsage as usage } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { mailLimitNotice, type Notice } from './jobs.ts';

/** Messages with a daily limit per account: test messages of its users, and relayed messages. Alarms have none. */
export type UsageKind = (typeof usage.$inferSelect)['kind'];

/** What an account has used of a limit today (UTC). */
export interface Usage {
  used: number;
  limit: number;
}

const limits = { test: telephonyClients.testsPerDay, relay: telephonyClients.relaysPerDay };

/** The day whose messages count together, in UTC. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The company is notified when an account has used this share of a limit. */
const noticeShare = 0.8;

/**
 * Counts messages against an account's limit of today, all or none; false if they exceed it. Requests at the same time
 * count one after the other. At four fifths of the limit the company gets one notification a day.
 */
export async function takeFromLimit(
  deps: CoreDependencies,
  telephonyClientId: number,
  kind: UsageKind,
  amount: number,
): Promise<boolean> {
  const day = dayOf(deps.now());
  const limit = sql`(select ${limits[kind]} from ${telephonyClients} where ${eq(telephonyClients.id, telephonyClientId)})`;
  const [, taken] = await atomically(deps.db, (tx) => [
    tx.insert(usage).values({ telephonyClientId, kind, day, used: 0 }).onConflictDoNothing(),
    tx
      .update(usage)
      .set({ used: sql`${usage.used} + ${amount}` })
      .where(and(isUsageOf(telephonyClientId, kind, day), sql`${usage.used} + ${amount} <= ${limit}`))
      .returning({ used: usage.used, limit: sql<number>`${limit}`, notifiedAt: usage.notifiedAt }),
  ]);
  const [state] = taken;
  if (!state) return false;
  if (state.notifiedAt === null && state.used >= state.limit * noticeShare)
    await requestNotice(deps, { telephonyClientId, kind, day });
  return true;
}

/** Uncounts messages that were counted and not stored. */
export async function returnToLimit(
  { db, now }: CoreDependencies,
  telephonyClientId: number,
  kind: UsageKind,
  amount: number,
): Promise<void> {
  await db
    .update(usage)
    .set({ used: sql`${usage.used} - ${amount}` })
    .where(isUsageOf(telephonyClientId, kind, dayOf(now())));
}

type Limits = Pick<typeof telephonyClients.$inferSelect, 'id' | 'testsPerDay' | 'relaysPerDay'>;

/** What an account has used of a limit on the day of `at`. */
export async function readUsage(db: Database, account: Limits, kind: UsageKind, at: Date): Promise<Usage> {
  return (await readAllUsage(db, at))(account)[kind];
}

/** Returns the function that gives what an account has used on the day of `at`. */
export async function readAllUsage(db: Database, at: Date): Promise<(account: Limits) => Record<UsageKind, Usage>> {
  const rows = await db
    .select()
    .from(usage)
    .where(eq(usage.day, dayOf(at)));
  const used = (id: number, kind: UsageKind) =>
    rows.find((row) => row.telephonyClientId === id && row.kind === kind)?.used ?? 0;
  return ({ id, testsPerDay, relaysPerDay }) => ({
    test: { used: used(id, 'test'), limit: testsPerDay },
    relay: { used: used(id, 'relay'), limit: relaysPerDay },
  });
}

/** Enqueues today's notices that the queue has lost. The rows are the truth; the dedupe key prevents duplicates. */
export async function sweepNotices(deps: CoreDependencies): Promise<void> {
  const limit = sql`case ${usage.kind} when 'test' then ${limits.test} else ${limits.relay} end`;
  const due = await deps.db
    .select({ telephonyClientId: usage.telephonyClientId, kind: usage.kind, day: usage.day })
    .from(usage)
    .innerJoin(telephonyClients, eq(telephonyClients.id, usage.telephonyClientId))
    .where(
      and(
        eq(usage.day, dayOf(deps.now())),
        isNull(usage.notifiedAt),
        gt(usage.used, 0),
        sql`${usage.used} >= ${limit} * ${sql.raw(String(noticeShare))}`,
      ),
    );
  for (const notice of due) await requestNotice(deps, notice);
}

async function requestNotice(deps: CoreDependencies, notice: Notice): Promise<void> {
  const { telephonyClientId, kind } = notice;
  await enqueueStored(deps, mailLimitNotice, notice, { dedupeKey: `${telephonyClientId}-${kind}` });
}

/** Deletes the counts of days more than a month ago. */
export async function purgeUsage({ db, now }: CoreDependencies): Promise<void> {
  await db.delete(usage).where(lt(usage.day, dayOf(new Date(Number(now()) - 31 * 86_400_000))));
}

/** Condition for the row of an account, kind and day. */
export function isUsageOf(telephonyClientId: number, kind: UsageKind, day: string) {
  return and(eq(usage.telephonyClientId, telephonyClientId), eq(usage.kind, kind), eq(usage.day, day));
}
