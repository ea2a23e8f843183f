import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmNotices } from '../../db/schema/alarm-incidents.ts';
import { headline } from '../health/alarm-text.ts';
import type { AlarmMessage } from './notify.ts';
import type { Recipient } from './recipients.ts';

/** The time that a limit counts. */
const windowMs = 3_600_000;

/** A notification for one recipient. */
interface Notified {
  recipient: Recipient;
  message: AlarmMessage;
  /** Alarms that the recipient gets in an hour; null: no limit. */
  maxPerHour: number | null;
}

/** Adds to each notification when its summary is due, if its recipient has had as many alarms in the last hour as allowed; else null. */
export async function withinLimits<One extends Notified>(
  db: Database,
  notified: readonly One[],
  now: Date,
): Promise<(One & { summaryAt: Date | null })[]> {
  const limited = new Set(
    notified.flatMap(({ maxPerHour, recipient }) => (maxPerHour === null ? [] : [recipient.key])),
  );
  const sent = await sentWithinWindow(db, [...limited], now);
  return notified.map((one) => {
    const { maxPerHour, recipient } = one;
    if (maxPerHour === null) return { ...one, summaryAt: null };
    const known = sent.get(recipient.key) ?? { count: 0, first: now };
    if (known.count >= maxPerHour) return { ...one, summaryAt: new Date(Number(known.first) + windowMs) };
    sent.set(recipient.key, { ...known, count: known.count + 1 });
    return { ...one, summaryAt: null };
  });
}

async function sentWithinWindow(db: Database, keys: readonly string[], now: Date) {
  const { recipient, at, isHeldBack } = alarmNotices;
  if (keys.length === 0) return new Map<string, { count: number; first: Date }>();
  const rows = await db
    .select({ recipient, count: sql<number>`count(*)`.mapWith(Number), first: sql<Date>`min(${at})`.mapWith(at) })
    .from(alarmNotices)
    .where(and(isOneOf(recipient, keys), gt(at, new Date(Number(now) - windowMs)), eq(isHeldBack, false)))
    .groupBy(recipient);
  return new Map(rows.map(({ recipient: key, ...row }) => [key, row]));
}

/** The statements that record who is notified; notices over the limit wait for a summary. */
export function storeNotices(
  tx: Transaction,
  notified: readonly (Omit<Notified, 'maxPerHour'> & { incidentId: number; summaryAt: Date | null })[],
  now: Date,
): Statement[] {
  if (notified.length === 0) return [];
  const rows = notified.map(
    ({ incidentId, recipient: { key: recipient, name }, message: { key: eventKey, texts }, summaryAt }) => {
      const title = headline(texts.long);
      return { incidentId, eventKey, recipient, name, title, at: now, isHeldBack: summaryAt !== null, summaryAt };
    },
  );
  return [tx.insert(alarmNotices).values(rows).onConflictDoNothing()];
}
