import { and, asc, eq, gt, inArray, lt, lte } from 'drizzle-orm';
import { finalRank } from '../../contract/telephony.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { sendMessage, sendMessageKey, sweepUnsentMessages } from '../../core/telephony/jobs.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** What is younger is in the queue anyway, in milliseconds. */
const head = 30_000;
/** An outcome that could not be found out in this time stays open, in milliseconds: 3 days. */
const longestSettling = 3 * 86_400_000;
/** Messages taken up in one run; the next run takes the following ones. */
const limit = 500;

/** Enqueues again what the queue has lost: the rows of the log are the truth. What still waits there is not doubled. */
export const handleSweepUnsentMessages = handleJob(
  sweepUnsentMessages,
  async (_data, { db, queue, log: logger, now }) => {
    const oldest = new Date(Number(now()) - longestSettling);
    const message = 'The provider never said whether it took the message.';
    await db
      .update(log)
      .set({ delivery: 'done', error: { message } })
      .where(and(eq(log.delivery, 'handing-over'), lte(log.createdOn, oldest)));
    await db
      .update(log)
      .set({ delivery: 'done', status: 'failed', rank: finalRank, error: { message: 'The message was never sent.' } })
      .where(and(eq(log.delivery, 'waiting'), lte(log.createdOn, oldest)));
    const left = await db
      .select({ id: log.id })
      .from(log)
      .where(
        and(
          inArray(log.delivery, ['waiting', 'handing-over']),
          gt(log.createdOn, oldest),
          lt(log.createdOn, new Date(Number(now()) - head)),
        ),
      )
      .orderBy(asc(log.id))
      .limit(limit);
    for (const { id } of left) await queue.enqueue(sendMessage, { messageId: id }, { dedupeKey: sendMessageKey(id) });
    if (left.length > 0) logger.info({ messages: left.length }, 'unsent messages are in the queue');
  },
);
