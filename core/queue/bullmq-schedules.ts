import type { Job as BullJob, JobsOptions } from 'bullmq';
import { z } from 'zod';
import { maxClockErrorMs } from './bullmq-clock.ts';
import { jobOptions, keyedId } from './bullmq-jobs.ts';
import type { BullStore } from './bullmq-store.ts';
import { type Job, type ScheduleState, scheduleKey } from './queue.ts';

/** Field of the queue's notes with the time at which a schedule last added a job, in milliseconds. */
const lastRunField = (name: string) => `lastRun:${name}`;

/** Name of BullMQ's jobs that are ticks of a schedule. */
const tickName = 'schedule';

/** Adds a job to the queue, unless its key is taken. */
export type AddJob = (name: string, data: unknown, options: JobsOptions) => Promise<void>;

const tickData = z.object({ job: z.string(), attempts: z.number().int().positive() });

/** A tick that is later than this may be lost. */
const maxLatenessMs = 2000;
/** States of a tick that will be taken or is being taken. */
const storedStates: readonly string[] = ['delayed', 'waiting', 'prioritized', 'active'];

/** A tick is lost after this many failures; the next tick follows. */
const tickOptions = {
  attempts: 5,
  backoff: { type: 'fixed', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/**
 * Scheduled jobs. BullMQ's scheduler adds a tick at its time, once for all processes; the worker that takes the tick adds
 * the job under a key, so that the job waits or runs once.
 */
export class BullSchedules {
  readonly #store: BullStore;
  readonly #declared = new Map<string, { every: number; attempts: number }>();
  #isRetired = false;

  constructor(store: BullStore) {
    this.#store = store;
  }

  /** Declares a schedule; `sync` stores it. */
  declare(job: Job, everySeconds: number): void {
    if (!(everySeconds >= 1)) throw new RangeError(`${job.name} cannot run every ${everySeconds} seconds`);
    job.data.parse({});
    this.#declared.set(job.name, { every: Math.round(everySeconds * 1000), attempts: job.retry.attempts });
  }

  /** Stores the declared schedules; the first call also removes all others. */
  async settle(): Promise<void> {
    if (!this.#isRetired) await this.#retire();
    this.#isRetired = true;
    await this.sync();
  }

  /** Stores declared schedules that are missing or different. */
  async sync(): Promise<void> {
    const { queue } = this.#store;
    // In a paused queue ticks wait; storing a schedule again would add a second tick.
    const isPaused = await queue.isPaused();
    const stored = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    for (const [name, { every, attempts }] of this.#declared) {
      const before = stored.get(name);
      if (before?.every === every && (isPaused || (await this.#isUnderWay(before, every)))) continue;
      // BullMQ would keep a time from before the clock was set back.
      if (before && isAhead(before.next, every)) await queue.removeJobScheduler(name);
      // A new schedule runs at once; a changed interval starts after the first new interval.
      const start = before && before.every !== every ? { startDate: Date.now() + every } : {};
      const template = { name: tickName, data: { job: name, attempts }, opts: tickOptions };
      await queue.upsertJobScheduler(name, { every, ...start }, template);
    }
  }

  /** False if the next tick was lost, as in an outage, or lies ahead by more than the interval: the clock was set back. */
  async #isUnderWay({ key, next }: { key: string; next?: number }, every: number): Promise<boolean> {
    if (next === undefined || isAhead(next, every)) return false;
    if (next + maxLatenessMs > Date.now()) return true;
    return storedStates.includes(await this.#store.queue.getJobState(`repeat:${key}:${next}`));
  }

  /** Removes stored schedules that are not declared, and their jobs that have not started. */
  async #retire(): Promise<void> {
    const { queue } = this.#store;
    for (const { key } of await queue.getJobSchedulers()) {
      if (this.#declared.has(key)) continue;
      await queue.removeJobScheduler(key);
      await this.#store.removeNotes([lastRunField(key)]);
      const id = keyedId(key, scheduleKey);
      const state = await queue.getJobState(id);
      if (state !== 'failed' && state !== 'active') await queue.remove(id);
    }
  }

  /** Adds the job of a tick, also a job that only another version of the product declares. */
  async tick(tick: BullJob, add: AddJob): Promise<void> {
    const { job, attempts } = tickData.parse(tick.data);
    await add(job, {}, jobOptions(job, { attempts }, { dedupeKey: scheduleKey }));
    await this.#store.writeNotes({ [lastRunField(job)]: Date.now() });
  }

  /** Schedules by name. */
  async list(): Promise<ScheduleState[]> {
    const [schedulers, notes] = [await this.#store.queue.getJobSchedulers(), await this.#store.readNotes()];
    const listed = schedulers.map(({ key, every, next }) => {
      const lastRun = notes[lastRunField(key)];
      return {
        name: key,
        everySeconds: (every ?? 0) / 1000,
        lastRunAt: lastRun === undefined ? null : new Date(Number(lastRun)),
        nextRunAt: next === undefined ? null : new Date(next),
      };
    });
    return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** True if the next tick lies ahead by more than the interval. */
function isAhead(next: number | undefined, every: number): boolean {
  return next !== undefined && next > Date.now() + every + maxClockErrorMs;
}
