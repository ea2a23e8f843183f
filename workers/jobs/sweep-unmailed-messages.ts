import { asc } from 'drizzle-orm';
import { mailContactMessage, mailJobKey, sweepUnmailedMessages } from '../../core/inbox/jobs.ts';
import { unmailed } from '../../core/inbox/unmailed.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';

/** Messages taken up in one run; the next run takes the following ones. */
const limit = 500;

/** Enqueues again what the queue has lost: the messages' rows are the truth. What still waits there is not doubled. */
export const handleSweepUnmailedMessages = handleJob(
  sweepUnmailedMessages,
  async (_data, { config, db, queue, log, now }) => {
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
);
