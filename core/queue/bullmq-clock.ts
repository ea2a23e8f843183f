import { type Note, noteOf } from './bullmq-jobs.ts';
import { isGone } from './bullmq-parked.ts';
import type { BullQueue } from './bullmq-store.ts';

/** Clocks of several machines may differ by this much; a clock also goes back by less without a change by a person. */
export const maxClockErrorMs = 5000;

/** Delayed jobs read at the same time. */
const batchSize = 20;

/**
 * Makes delayed jobs due that were stored or postponed in the future: the clock was set back since, and they would wait
 * until it has caught up. Returns their number.
 */
export async function startFutureJobs(queue: BullQueue): Promise<number> {
  const ids = await queue.getRanges(['delayed'], 0, -1, false);
  let started = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const results = await Promise.all(ids.slice(start, start + batchSize).map((id) => startFutureJob(queue, id)));
    started += results.filter(Boolean).length;
  }
  return started;
}

async function startFutureJob(queue: BullQueue, id: string): Promise<boolean> {
  const job = await queue.getJob(id);
  // Schedules store their ticks again (BullSchedules.sync).
  if (!job || job.repeatJobKey !== undefined) return false;
  const note = noteOf(job);
  if ((note.postponedAt ?? job.timestamp) <= Date.now() + maxClockErrorMs) return false;
  const promoted: Note = { ...note, dueAt: Date.now() };
  try {
    await queue.updateJobProgress(id, promoted);
    await job.promote();
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
