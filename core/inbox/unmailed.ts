import { and, gt, isNull, lt, type SQL } from 'drizzle-orm';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { mailContactMessage } from './jobs.ts';

/** Older messages are left alone, in days: whoever turns mail on does not want last year's messages mailed. */
const days = 3;
/** Messages that are still to be mailed. */
export function unmailed(now: Date): SQL | undefined {
  return and(
    isNull(inboxMessages.mailedAt),
    // A message that used up its attempts is parked and waits for a person.
    lt(inboxMessages.mailAttempts, mailContactMessage.retry.attempts),
    gt(inboxMessages.receivedAt, new Date(Number(now) - days * 86_400_000)),
  );
}
