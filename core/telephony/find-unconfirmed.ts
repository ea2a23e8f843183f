import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { Twilio, TwilioMessage, TwilioQuery } from '../providers/twilio.ts';
import type { MessageRow } from './delivery-status.ts';

/** Largest time between an attempt and its message, after the difference between the provider's clock and ours. */
const maxDistanceMs = 30 * 60 * 1000;
const dayMs = 86_400_000;
/** Pages read for one query. */
const maxPages = 20;

/** A message of the provider that fits an attempt. */
export interface Finding {
  message: TwilioMessage;
  /** False: the provider shows no text, so that only numbers and time fit. */
  hasText: boolean;
}

interface Candidate extends Finding {
  /** When the provider created the message, by our clock; NaN without a date. */
  createdAt: number;
}

/**
 * Finds the message of an attempt with an unknown outcome; null if the provider does not have one. Matches account,
 * numbers, time and, unless the provider redacts texts, the text (docs/decisions/0006).
 */
export async function findUnconfirmed(
  deps: CoreDependencies,
  twilio: Twilio,
  row: MessageRow,
): Promise<Finding | null> {
  const sentSince = new Date(attemptTime(row) - maxDistanceMs - dayMs);
  const { toNumber: to, fromNumber: from } = row;
  // By date sent, and among the newest messages: unsent ones have no date yet.
  const exact = await search(deps, twilio, row, [
    { to, from, sentSince, pageSize: 1000 },
    { to, pageSize: 100 },
  ]);
  if (exact) return exact;
  // A provider that redacts numbers does not find the receiver.
  return search(deps, twilio, row, [
    { from, sentSince, pageSize: 1000 },
    { from, pageSize: 1000 },
  ]);
}

async function search(
  deps: CoreDependencies,
  twilio: Twilio,
  row: MessageRow,
  queries: readonly TwilioQuery[],
): Promise<Finding | null> {
  const candidates = new Map<string, Candidate>();
  for (const query of queries) {
    let page = await twilio.list(query);
    const skew = page.servedAt === null ? 0 : Number(page.servedAt) - Number(deps.now());
    for (let pages = 1; ; pages += 1) {
      for (const message of page.messages) {
        const candidate = compare(message, row, skew);
        if (candidate) candidates.set(message.sid, candidate);
      }
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
  const [best = null] = [...candidates.values()].sort(
    (a, b) => Number(b.hasText) - Number(a.hasText) || distance(a, row) - distance(b, row),
  );
  if (best === null || best.hasText) return best;
  return (await isNearerToAnother(deps, row, best)) ? null : best;
}

/** Compares a message of the provider with an attempt; null if they differ. `skew`: the provider's clock minus ours, in ms. */
function compare(message: TwilioMessage, row: MessageRow, skew: number): Candidate | null {
  const { direction, account_sid, from, to, body } = message;
  if (direction?.startsWith('outbound') === false) return null;
  if (account_sid && account_sid !== row.accountSid) return null;
  if (from && from !== row.fromNumber) return null;
  if (to && to !== row.toNumber && to !== redacted(row.toNumber)) return null;
  const createdAt = Date.parse(message.date_created ?? '') - skew;
  if (Math.abs(createdAt - attemptTime(row)) > maxDistanceMs) return null;
  const shown = body?.trim() ?? '';
  if (shown === '') return { message, hasText: false, createdAt };
  return isSameText(shown, row.body ?? '') ? { message, hasText: true, createdAt } : null;
}

/** Milliseconds between a message and an attempt; very many without a date. */
function distance({ createdAt }: Candidate, row: Attempt): number {
  return Number.isNaN(createdAt) ? Number.MAX_SAFE_INTEGER : Math.abs(createdAt - attemptTime(row));
}

/** A number as the provider shows it where numbers are redacted. */
function redacted(number: string): string {
  return `${number.slice(0, -4)}XXXX`;
}

function isSameText(shown: string, text: string): boolean {
  if (shown === text) return true;
  // Trial accounts add a prefix to the text.
  return shown.endsWith(text) && /trial/i.test(shown.slice(0, -text.length));
}

type Attempt = Pick<MessageRow, 'attemptedAt' | 'createdOn'>;

function attemptTime({ attemptedAt, createdOn }: Attempt): number {
  return Number(attemptedAt ?? createdOn);
}

/** True if a message without text is nearer to the attempt of another message to the same number. */
async function isNearerToAnother({ db }: CoreDependencies, row: MessageRow, found: Candidate): Promise<boolean> {
  const others = await db
    .select({ attemptedAt: log.attemptedAt, createdOn: log.createdOn })
    .from(log)
    .where(
      and(
        eq(log.delivery, 'handing-over'),
        eq(log.accountSid, row.accountSid),
        eq(log.toNumber, row.toNumber),
        eq(log.fromNumber, row.fromNumber),
      ),
    );
  return others.some((other) => distance(found, other) < distance(found, row));
}
