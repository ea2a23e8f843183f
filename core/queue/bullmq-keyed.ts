import type { JobsOptions } from 'bullmq';
import { dueAt, type Note, noteOf } from './bullmq-jobs.ts';
import { isGone } from './bullmq-parked.ts';
import type { BullQueue } from './bullmq-store.ts';
import type { KeyedJob } from './queue.ts';

/** States of BullMQ in which a job is due and not running. */
const waitingStates: readonly string[] = ['waiting', 'prioritized'];

/** The job with this id that waits or runs. */
export async function findKeyed(queue: BullQueue, id: string): Promise<KeyedJob | null> {
  const [job, state] = await Promise.all([queue.getJob(id), queue.getJobState(id)]);
  if (!job) return null;
  const due = new Date(dueAt(job));
  if (state === 'active') return { state, dueAt: due };
  if (state === 'delayed') return { state: Number(due) > Date.now() ? 'delayed' : 'waiting', dueAt: due };
  return waitingStates.includes(state) ? { state: 'waiting', dueAt: due } : null;
}

/** Makes the waiting job with the id of `options` due as early as a job with these options, at the higher priority. */
export async function promoteJob(
  queue: BullQueue,
  { jobId = '', delay = 0, priority = 0 }: JobsOptions,
): Promise<void> {
  const job = await queue.getJob(jobId);
  if (!job) return;
  const due = Date.now() + delay;
  try {
    if (job.priority > priority) await job.changePriority({ priority });
    if (dueAt(job) <= due || (await queue.getJobState(jobId)) !== 'delayed') return;
    const note: Note = { ...noteOf(job), dueAt: due };
    await queue.updateJobProgress(jobId, note);
    await (delay > 0 ? job.changeDelay(delay) : job.promote());
  } catch (error) {
    // A worker was faster: the job runs or has ended.
    if (!isGone(error)) throw error;
  }
}
