import type { CoreDependencies } from '../../core/dependencies.ts';
import { requestedWait } from '../../core/queue/backoff.ts';
import { enqueueStored } from '../../core/queue/enqueue-stored.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { outageOf } from '../../core/queue/outage.ts';
import { Postponed } from '../../core/queue/queue.ts';
import { sendMessage, sendMessageKey, sendMessages } from '../../core/telephony/jobs.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { attemptMessage } from './send-message.ts';

/** How the attempt at one message ended: with a failure, or with seconds after which it may begin; 0 if it was made. */
type Ended = { failure: unknown } | { waitSeconds: number };

/** Sends queued messages, several of each account at once. */
export const handleSendMessages = handleJob(sendMessages, async ({ messageIds }, deps) => {
  const attempts: Promise<Ended>[] = [];
  for (const messageId of messageIds) {
    attempts.push(attempt(deps, messageId));
    await yieldToEventLoop();
  }
  const waits: number[] = [];
  for (const [place, ended] of (await Promise.all(attempts)).entries()) {
    if ('waitSeconds' in ended) waits.push(ended.waitSeconds);
    // Without the database the whole batch waits; messages that are done are not sent again.
    else if (outageOf(ended.failure) === 'store') throw ended.failure;
    else await retryAlone(deps, messageIds[place] ?? 0, ended.failure);
  }
  const waiting = waits.filter((seconds) => seconds > 0);
  if (waiting.length > 0)
    throw new Postponed('messages wait for their account or for an earlier message', Math.min(...waiting));
});

async function attempt(deps: CoreDependencies, messageId: number): Promise<Ended> {
  try {
    await attemptMessage(deps, messageId);
    return { waitSeconds: 0 };
  } catch (failure) {
    return failure instanceof Postponed ? { waitSeconds: failure.retryAfterSeconds } : { failure };
  }
}

async function retryAlone(deps: CoreDependencies, messageId: number, failure: unknown): Promise<void> {
  deps.log.warn({ err: failure, messageId }, 'a message of a batch failed; it is attempted again alone');
  const delaySeconds = Math.max(sendMessage.retry.backoffSeconds, requestedWait(failure) / 1000);
  const options = { dedupeKey: sendMessageKey(messageId), delaySeconds, priority: 'high' } as const;
  await enqueueStored(deps, sendMessage, { messageId }, options);
}
