import { type Note, noteOf, parkedJob } from './bullmq-jobs.ts';
import type { BullQueue } from './bullmq-store.ts';
import type { ParkedJob, ParkedPlace } from './queue.ts';

/** Jobs retried at the same time. */
const batchSize = 20;

/** Parked jobs, the last parked first; with `before`, the jobs after that one. */
export async function listParked(
  queue: BullQueue,
  limit: number,
  before: ParkedPlace | undefined,
): Promise<ParkedJob[]> {
  const start = before ? await placeBehind(queue, before) : 0;
  const jobs = await queue.getJobs('failed', start, start + limit - 1, false);
  return jobs.map(parkedJob);
}

/** Number of jobs before those parked earlier than this one, which may no longer be parked. */
async function placeBehind(queue: BullQueue, { id, parkedAt }: ParkedPlace): Promise<number> {
  const ids = await parkedIds(queue);
  const own = ids.indexOf(id);
  if (own >= 0) return own + 1;
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const job = await queue.getJob(ids[middle] ?? '');
    if ((job?.finishedOn ?? Number.POSITIVE_INFINITY) > Number(parkedAt)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds a parked job by its id; null if the job is not parked. */
export async function findParked(queue: BullQueue, id: string): Promise<ParkedJob | null> {
  const job = await queue.getJob(id);
  return job && (await queue.getJobState(id)) === 'failed' ? parkedJob(job) : null;
}

/** Retries a parked job with all its attempts; false if the job is not parked. */
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

/** Retries every parked job with all its attempts; returns their number. */
export async function retryAllParked(queue: BullQueue): Promise<number> {
  const ids = await parkedIds(queue);
  let retried = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const results = await Promise.all(ids.slice(start, start + batchSize).map((id) => retryParked(queue, id)));
    retried += results.filter(Boolean).length;
  }
  return retried;
}

/** Deletes a parked job; false if the job is not parked. */
export async function removeParked(queue: BullQueue, id: string): Promise<boolean> {
  return (await queue.getJobState(id)) === 'failed' && (await queue.remove(id)) === 1;
}

function parkedIds(queue: BullQueue): Promise<string[]> {
  return queue.getRanges(['failed'], 0, -1, false);
}

/** BullMQ's codes: no job, no lock, another state, another lock. */
const goneCodes: readonly unknown[] = [-1, -2, -3, -6];

/** True if BullMQ reports that the job is missing or no longer in the expected state: another request was faster. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && goneCodes.includes(error.code);
}
