import { and, inArray, isNotNull } from 'drizzle-orm';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { Twilio, TwilioMessage, TwilioQuery } from '../providers/twilio.ts';
import type { MessageRow } from './delivery-status.ts';

/** Largest expected difference between the provider's clock and ours. */
const clockToleranceMs = 5 * 60 * 1000;
const dayMs = 86_400_000;
/** Pages searched; no person's number gets more messages in two days. */
const maxPages = 20;

/** Finds the message of an attempt with an unknown outcome; null if the provider does not have it. */
export async function findUnconfirmed(
  deps: CoreDependencies,
  twilio: Twilio,
  row: MessageRow,
): Promise<TwilioMessage | null> {
  const since = new Date(Number(row.attemptedAt ?? row.createdOn) - clockToleranceMs);
  const pair = { to: row.toNumber, from: row.fromNumber };
  const candidates = new Map<string, TwilioMessage>();
  // Search by date sent, with a day's margin, and among the newest messages: unsent ones have no date yet.
  const queries: TwilioQuery[] = [
    { ...pair, sentSince: new Date(Number(since) - dayMs), pageSize: 1000 },
    { ...pair, pageSize: 100 },
  ];
  for (const query of queries) {
    let page = await twilio.list(query);
    for (let pages = 1; ; pages += 1) {
      for (const message of page.messages) if (isAttempt(message, row, since)) candidates.set(message.sid, message);
      if (page.next === null || query.sentSince === undefined || pages >= maxPages) break;
      page = await twilio.next(page.next);
    }
  }
  if (candidates.size === 0) return null;
  // The same text may have been sent twice on purpose: exclude messages that belong to other rows.
  const assigned = await deps.db
    .select({ messageSid: log.messageSid })
    .from(log)
    .where(and(inArray(log.messageSid, [...candidates.keys()]), isNotNull(log.delivery)));
  for (const { messageSid } of assigned) candidates.delete(messageSid ?? '');
  const [first = null] = [...candidates.values()].sort((a, b) => createdAt(a) - createdAt(b));
  return first;
}

function isAttempt(message: TwilioMessage, row: MessageRow, since: Date): boolean {
  const isOutgoing = message.direction?.startsWith('outbound') ?? true;
  // Trial accounts add a prefix to the body.
  return isOutgoing && createdAt(message) >= Number(since) && (message.body ?? '').trim().endsWith(row.body ?? '');
}

function createdAt({ date_created }: TwilioMessage): number {
  return Date.parse(date_created ?? '');
}
