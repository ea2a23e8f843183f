import { and, asc, gt, isNull, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { createMailer } from '../providers/mail.ts';
import { defineJob } from '../queue/queue.ts';
import { mailContactMessage, mailJobKey } from './mail-contact-message.ts';

/** Older messages are left alone, in days: whoever turns mail on does not want last year's messages mailed. */
const days = 3;
/** Messages taken up in one run; the next run takes the following ones. */
const limit = 500;

/** Messages that are still to be mailed. */
export function unmailed(now: Date): SQL | undefined {
  return and(
    isNull(inboxMessages.mailedAt),
    // A message that used up its attempts is parked and waits for a person.
    lt(inboxMessages.mailAttempts, mailContactMessage.retry.attempts),
    gt(inboxMessages.receivedAt, new Date(Number(now) - days * 86_400_000)),
  );
}

/** Enqueues again what the queue has lost: the messages' rows are the truth. What still waits there is not doubled. */
export const sweepUnmailedMessages = defineJob({
  name: 'sweep-unmailed-messages',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 300,
  async run(_data, { config, db, queue, log, now }) {
    if (!createMailer(config)) return;
    const left = await db
      .select({ id: inboxMessages.id })
      .from(inboxMessages)
      .where(unmailed(now()))
      .orderBy(asc(inboxMessages.id))
      .limit(limit);
    for (const { id } of left)
      await queue.enqueue(mailContactMessage, { messageId: id }, { dedupeKey: mailJobKey(id) });
    if (left.length > 0) log.info({ messages: left.length }, 'unmailed messages are in the queue');
  },
});
