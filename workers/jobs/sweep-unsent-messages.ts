import { and, asc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { finalRank } from '../../contract/telephony.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { sendMessage, sendMessageKey, sweepUnsentMessages } from '../../core/telephony/jobs.ts';
import { sweepNotices } from '../../core/telephony/usage.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** The sweep skips messages that were queued or attempted less than this ago: they are still in the queue. */
const minAgeMs = 30_000;
/** After this time an unknown outcome stays unknown: 3 days. */
const maxAgeMs = 3 * 86_400_000;
/** Messages enqueued by one run; the next run continues. */
const maxBatchSize = 500;

/** Enqueues unsent messages and notices of limits that the queue has lost. The rows are the truth; the dedupe key prevents duplicates. */
export const handleSweepUnsentMessages = handleJob(sweepUnsentMessages, async (_data, deps) => {
  const { db, queue, log: logger, now } = deps;
  await sweepNotices(deps);
  const oldest = new Date(Number(now()) - maxAgeMs);
  const message = 'The provider never confirmed whether it accepted the message.';
  await db
    .update(log)
    .set({ delivery: 'done', error: { message } })
    .where(and(eq(log.delivery, 'handing-over'), lte(log.createdOn, oldest)));
  await db
    .update(log)
    .set({ delivery: 'done', status: 'failed', rank: finalRank, error: { message: 'The message was never sent.' } })
    .where(and(eq(log.delivery, 'waiting'), lte(log.createdOn, oldest)));
  const longAgo = new Date(Number(now()) - minAgeMs);
  const unsent = await db
    .select({ id: log.id })
    .from(log)
    .where(
      and(
        inArray(log.delivery, ['waiting', 'handing-over']),
        gt(log.createdOn, oldest),
        lt(log.createdOn, longAgo),
        // An attempt may be under way.
        or(isNull(log.attemptedAt), lt(log.attemptedAt, longAgo)),
      ),
    )
    .orderBy(asc(log.id))
    .limit(maxBatchSize);
  for (const { id } of unsent) await queue.enqueue(sendMessage, { messageId: id }, { dedupeKey: sendMessageKey(id) });
  if (unsent.length > 0) logger.info({ messages: unsent.length }, 'enqueued unsent messages');
});
