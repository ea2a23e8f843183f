import { bullPriorities, dueAt } from './bullmq-jobs.ts';
import type { BullQueue } from './bullmq-store.ts';
import type { QueueOverview } from './queue.ts';

/** How many jobs there are of each kind. */
export async function countJobs(queue: BullQueue): Promise<Omit<QueueOverview, 'throughput' | 'oldestDueSeconds'>> {
  const now = Date.now();
  const { delayed = 0, active = 0, failed = 0 } = await queue.getJobCounts('delayed', 'active', 'failed');
  // By priority, because jobs of priority 0 are called otherwise while the queue is paused.
  const waiting = Object.values(await queue.getCountsPerPriority([0, ...Object.values(bullPriorities)]));
  // Delayed jobs whose time has come stay among the delayed ones until a worker looks.
  const overdue = await queue.getDelayedCount(now);
  // Every schedule has its next tick among the delayed jobs.
  const ticks = (await queue.getJobSchedulers()).filter(({ next }) => next !== undefined && next >= now).length;
  return {
    waiting: waiting.reduce((sum, count) => sum + count, overdue),
    delayed: Math.max(0, delayed - overdue - ticks),
    active,
    parked: failed,
    isPaused: await queue.isPaused(),
  };
}

/** For how long the oldest due job has been waiting, in seconds; 0 when none is. */
export async function oldestDueSeconds(queue: BullQueue): Promise<number> {
  const priorities = Object.values(bullPriorities).toSorted();
  const counts = await queue.getCountsPerPriority(priorities);
  // Of each priority the oldest stands first; the line goes through the priorities one after the other.
  const firsts: number[] = [];
  let before = 0;
  for (const priority of priorities) {
    const count = counts[priority] ?? 0;
    if (count > 0) firsts.push(before);
    before += count;
  }
  const jobs = [
    ...(await queue.getJobs('waiting', 0, 0, true)),
    ...(await queue.getJobs('delayed', 0, 0, true)),
    ...(await Promise.all(firsts.map((place) => queue.getJobs('prioritized', place, place, true)))).flat(),
  ];
  return Math.max(0, ...jobs.map((job) => (Date.now() - dueAt(job)) / 1000));
}
