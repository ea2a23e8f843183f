import { z } from 'zod';
import type { JobQueue } from '../../core/queue/queue.ts';
import { runnableJob } from '../fixture/runnable-job.ts';

/** A job as a version before may have enqueued it: its data does not fit today, so it is parked at its first run. */
const unfit = runnableJob({
  name: 'send-message',
  data: z.object({ messageId: z.string() }),
  retry: { attempts: 3, backoffSeconds: 1 },
  run: async () => {},
});

/** Enqueues jobs that end up parked. */
export async function enqueueUnfit(queue: JobQueue, ...messageIds: string[]): Promise<void> {
  for (const messageId of messageIds) await queue.enqueue(unfit, { messageId });
}
