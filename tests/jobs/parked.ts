import { z } from 'zod';
import type { JobQueue } from '../../core/queue/queue.ts';
import { runnableJob } from '../fixture/runnable-job.ts';

/** A job as an older version may have enqueued it: its data is invalid now, so its first run parks it. */
const outdatedJob = runnableJob({
  name: 'send-message',
  data: z.object({ messageId: z.string() }),
  retry: { attempts: 3, backoffSeconds: 1 },
  run: async () => {},
});

/** Enqueues jobs that will be parked. */
export async function enqueueParked(queue: JobQueue, ...messageIds: string[]): Promise<void> {
  for (const messageId of messageIds) await queue.enqueue(outdatedJob, { messageId });
}
