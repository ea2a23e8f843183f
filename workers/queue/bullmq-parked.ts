import { type Note, noteOf, parkedJob } from './bullmq-jobs.ts';
import type { BullQueue } from './bullmq-store.ts';
import type { ParkedJob } from './queue.ts';

/** Jobs given their attempts back at the same time. */
const atOnce = 20;

/** Parked jobs, the newest first; with `before`, those behind that id. */
export async function listParked(queue: BullQueue, limit: number, before: string | undefined): Promise<ParkedJob[]> {
  const start = before === undefined ? 0 : (await parkedIds(queue)).indexOf(before) + 1;
  // A job that is not parked any more has no place to go on from.
  if (before !== undefined && start === 0) return [];
  const jobs = await queue.getJobs('failed', start, start + limit - 1, false);
  return jobs.map(parkedJob);
}

/** Gives a parked job its attempts back; false when it is not parked. */
export async function retryParked(queue: BullQueue, id: string): Promise<boolean> {
  const job = await queue.getJob(id);
  if (!job || (await queue.getJobState(id)) !== 'failed') return false;
  const note: Note = { ...noteOf(job), dueAt: Date.now(), stallsForgiven: job.stalledCounter };
  try {
    await queue.updateJobProgress(id, note);
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Gives every parked job its attempts back; how many there were. */
export async function retryAllParked(queue: BullQueue): Promise<number> {
  const ids = await parkedIds(queue);
  let retried = 0;
  for (let start = 0; start < ids.length; start += atOnce) {
    const results = await Promise.all(ids.slice(start, start + atOnce).map((id) => retryParked(queue, id)));
    retried += results.filter(Boolean).length;
  }
  return retried;
}

/** Forgets a parked job; false when it is not parked. */
export async function removeParked(queue: BullQueue, id: string): Promise<boolean> {
  return (await queue.getJobState(id)) === 'failed' && (await queue.remove(id)) === 1;
}

function parkedIds(queue: BullQueue): Promise<string[]> {
  return queue.getRanges(['failed'], 0, -1, false);
}

/** True when BullMQ says that the job is not there or not parked any more: somebody else was faster. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === -1 || error.code === -3);
}
