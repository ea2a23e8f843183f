import type { Job as BullJob, JobsOptions } from 'bullmq';
import { z } from 'zod';
import { jobOptions, keyedId } from './bullmq-jobs.ts';
import type { BullStore } from './bullmq-store.ts';
import type { Job, ScheduleState } from './queue.ts';

/** Key of the jobs that schedules add: a run is left out while the one before it still waits or runs. */
const scheduleKey = 'schedule';
/** Field of the queue's notes that says when a schedule last added a job, in milliseconds. */
const lastRunField = (name: string) => `lastRun:${name}`;

/** Name of ticks among BullMQ's jobs. */
const tickName = 'schedule';

/** Adds a job to the queue; one whose key is taken changes nothing. */
export type AddJob = (name: string, data: unknown, options: JobsOptions) => Promise<void>;

const tickData = z.object({ job: z.string(), attempts: z.number().int().positive() });

/** A tick is lost only when it fails this often; then the next one comes. */
const tickOptions = {
  attempts: 5,
  backoff: { type: 'fixed', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/**
 * Jobs that run by themselves. BullMQ's scheduler brings a tick at its time, once for all processes; whoever takes the tick
 * adds the job under a key, so that it waits or runs once.
 */
export class BullSchedules {
  readonly #store: BullStore;
  readonly #declared = new Map<string, { every: number; attempts: number }>();
  #isRetired = false;

  constructor(store: BullStore) {
    this.#store = store;
  }

  /** Notes that a schedule belongs to this product; `sync` stores it. */
  declare(job: Job, everySeconds: number): void {
    if (!(everySeconds >= 1)) throw new RangeError(`${job.name} cannot run every ${everySeconds} seconds`);
    job.data.parse({});
    this.#declared.set(job.name, { every: Math.round(everySeconds * 1000), attempts: job.retry.attempts });
  }

  /** Brings what is stored in line with what is declared; schedules of others are ended the first time. */
  async settle(): Promise<void> {
    if (!this.#isRetired) await this.#retire();
    this.#isRetired = true;
    await this.sync();
  }

  /** Stores what is declared and not stored so. */
  async sync(): Promise<void> {
    const { queue } = this.#store;
    // While the queue is paused ticks wait, and BullMQ would add another beside one that is stored again.
    const isPaused = await queue.isPaused();
    const stored = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    for (const [name, { every, attempts }] of this.#declared) {
      const before = stored.get(name);
      if (before?.every === every && (isPaused || isUnderWay(before.next, every))) continue;
      // A schedule that is new runs at once; one whose rhythm changes, for the first time when the new rhythm says so.
      const start = before && before.every !== every ? { startDate: Date.now() + every } : {};
      const template = { name: tickName, data: { job: name, attempts }, opts: tickOptions };
      await queue.upsertJobScheduler(name, { every, ...start }, template);
    }
  }

  /** Ends stored schedules that are not declared; what they added and nobody started goes with them. */
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

  /** Adds the job that a tick stands for, also one that only another version of the product knows. */
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

/** False when the next tick is overdue by a minute or a whole turn, as when it was lost: storing it again mends that. */
function isUnderWay(next: number | undefined, every: number): boolean {
  return next !== undefined && next + Math.min(every, 60_000) > Date.now();
}
