import { and, gt, isNull, lt, type SQL } from 'drizzle-orm';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { mailContactMessage } from './jobs.ts';

/** Older messages are not mailed: switching mail on must not send last year's messages. */
const maxAgeDays = 3;

/** Condition for messages that are still to be mailed. */
export function unmailed(now: Date): SQL | undefined {
  return and(
    isNull(inboxMessages.mailedAt),
    // After the last attempt the job is parked and needs an operator.
    lt(inboxMessages.mailAttempts, mailContactMessage.retry.attempts),
    gt(inboxMessages.receivedAt, new Date(Number(now) - maxAgeDays * 86_400_000)),
  );
}
