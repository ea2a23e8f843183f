import { and, inArray, isNotNull } from 'drizzle-orm';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { Twilio, TwilioMessage, TwilioQuery } from '../providers/twilio.ts';
import type { MessageRow } from './delivery-status.ts';

/** How far the provider's clock may be from ours, in milliseconds. */
const clockTolerance = 5 * 60 * 1000;
const dayMilliseconds = 86_400_000;
/** Pages looked through; a number that got more messages within two days than this holds is not a person's. */
const mostPages = 20;

/** Looks for the message of an attempt whose outcome is unknown; null when the provider does not have it. */
export async function findSent(deps: CoreDependencies, twilio: Twilio, row: MessageRow): Promise<TwilioMessage | null> {
  const since = new Date(Number(row.attemptedAt ?? row.createdOn) - clockTolerance);
  const pair = { to: row.toNumber, from: row.fromNumber };
  const candidates = new Map<string, TwilioMessage>();
  // By date, a day wider than the clocks differ; and the newest without a date, which are those not sent yet.
  const queries: TwilioQuery[] = [
    { ...pair, sentSince: new Date(Number(since) - dayMilliseconds), pageSize: 1000 },
    { ...pair, pageSize: 100 },
  ];
  for (const query of queries) {
    let page = await twilio.list(query);
    for (let pages = 1; ; pages += 1) {
      for (const message of page.messages) if (isAttempt(message, row, since)) candidates.set(message.sid, message);
      if (page.next === null || query.sentSince === undefined || pages >= mostPages) break;
      page = await twilio.next(page.next);
    }
  }
  if (candidates.size === 0) return null;
  // The same text may have been sent twice on purpose: what belongs to another row is not this one's.
  const taken = await deps.db
    .select({ messageSid: log.messageSid })
    .from(log)
    .where(and(inArray(log.messageSid, [...candidates.keys()]), isNotNull(log.delivery)));
  for (const { messageSid } of taken) candidates.delete(messageSid ?? '');
  const [first = null] = [...candidates.values()].sort((a, b) => createdAt(a) - createdAt(b));
  return first;
}

function isAttempt(message: TwilioMessage, row: MessageRow, since: Date): boolean {
  const isOutgoing = message.direction?.startsWith('outbound') ?? true;
  // Trial accounts put words of their own in front.
  return isOutgoing && createdAt(message) >= Number(since) && (message.body ?? '').trim().endsWith(row.body ?? '');
}

function createdAt({ date_created }: TwilioMessage): number {
  return Date.parse(date_created ?? '');
}
