import { bullPriorities, dueAt } from './bullmq-jobs.ts';
import type { BullQueue } from './bullmq-store.ts';
import type { QueueOverview } from './queue.ts';

/** Counts the jobs by state. */
export async function countJobs(queue: BullQueue): Promise<Omit<QueueOverview, 'throughput' | 'oldestDueSeconds'>> {
  const now = Date.now();
  const { delayed = 0, active = 0, failed = 0 } = await queue.getJobCounts('delayed', 'active', 'failed');
  // Count by priority: BullMQ moves jobs of priority 0 to another list while the queue is paused.
  const waiting = Object.values(await queue.getCountsPerPriority([0, ...Object.values(bullPriorities)]));
  // Overdue jobs stay in the delayed set until a worker moves them.
  const overdue = await queue.getDelayedCount(now);
  // The delayed set also holds the next tick of every schedule.
  const ticks = (await queue.getJobSchedulers()).filter(({ next }) => next !== undefined && next >= now).length;
  return {
    waiting: waiting.reduce((sum, count) => sum + count, overdue),
    delayed: Math.max(0, delayed - overdue - ticks),
    active,
    parked: failed,
    isPaused: await queue.isPaused(),
  };
}

/** How long the oldest due job has waited, in seconds; 0 if none is due. */
export async function oldestDueSeconds(queue: BullQueue): Promise<number> {
  const priorities = Object.values(bullPriorities).toSorted();
  const counts = await queue.getCountsPerPriority(priorities);
  // The list is sorted by priority, then by age: find the first job of each priority.
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
