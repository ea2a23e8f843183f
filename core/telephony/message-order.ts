import { and, eq, gt, gte, lt, or } from 'drizzle-orm';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { MessageRow } from './delivery-status.ts';

/** An attempt that began longer ago is not under way any more: a call ends after 16 seconds (core/providers/twilio.ts). */
const maxAttemptMs = 20_000;

/**
 * True if an earlier message of the same series (queue-message.ts) to the same contact awaits its first attempt or is
 * being handed over. A message that needs another attempt holds up no later one.
 */
export async function isBehindAnother(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  row: MessageRow,
): Promise<boolean> {
  const series = /^[a-z]+-\d+(?=-)/.exec(row.eventKey ?? '')?.[0];
  if (series === undefined || row.contactId === null) return false;
  const began = new Date(Number(now()) - maxAttemptMs);
  const found = await db
    .select({ id: log.id })
    .from(log)
    .where(
      and(
        // `.` follows `-`: every key with the series at its beginning, by the index of the keys.
        gte(log.eventKey, `${series}-`),
        lt(log.eventKey, `${series}.`),
        eq(log.contactId, row.contactId),
        lt(log.id, row.id),
        or(
          and(eq(log.delivery, 'waiting'), eq(log.attempts, 0)),
          and(eq(log.delivery, 'handing-over'), gt(log.attemptedAt, began)),
        ),
      ),
    )
    .limit(1);
  return found.length > 0;
}
