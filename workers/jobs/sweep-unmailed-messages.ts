import { asc } from 'drizzle-orm';
import { mailContactMessage, mailJobKey, sweepUnmailedMessages } from '../../core/inbox/jobs.ts';
import { unmailed } from '../../core/inbox/unmailed.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';

/** Messages enqueued by one run; the next run continues. */
const maxBatchSize = 500;

/** Enqueues unmailed messages that the queue has lost. The rows are the truth; the dedupe key prevents duplicates. */
export const handleSweepUnmailedMessages = handleJob(
  sweepUnmailedMessages,
  async (_data, { config, db, queue, log, now }) => {
    if (!createMailer(config)) return;
    const unmailedRows = await db
      .select({ id: inboxMessages.id })
      .from(inboxMessages)
      .where(unmailed(now()))
      .orderBy(asc(inboxMessages.id))
      .limit(maxBatchSize);
    for (const { id } of unmailedRows)
      await queue.enqueue(mailContactMessage, { messageId: id }, { dedupeKey: mailJobKey(id) });
    if (unmailedRows.length > 0) log.info({ messages: unmailedRows.length }, 'enqueued unmailed messages');
  },
);
