import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../../db/open.ts';
import { jobs as jobsTable } from '../../db/schema/jobs.ts';
import { backoff } from './backoff.ts';
import * as rows from './embedded-rows.ts';
import {
  type EnqueueOptions,
  type Job,
  type JobQueue,
  type ParkedJob,
  priorities,
  type WorkerDependencies,
} from './queue.ts';

/** Calls back once after so many milliseconds; the function it returns calls that off. */
export type Timer = (milliseconds: number, callback: () => void) => () => void;

export interface EmbeddedQueueOptions {
  db: Database;
  log: Logger;
  now(): Date;
  randomBytes(length: number): Buffer;
  /** Tests pass one that follows their clock. */
  timer?: Timer;
  /** Jobs that run at the same time. */
  concurrency?: number;
}

const systemTimer: Timer = (milliseconds, callback) => {
  const timeout = setTimeout(callback, milliseconds);
  return () => clearTimeout(timeout);
};

/** Longest time close() waits for running jobs, in milliseconds. */
const drainBound = 10_000;
/** Longest sleep in milliseconds: timers stand still while a machine is suspended, so the clock is looked at now and then. */
const longestSleep = 600_000;
/** Wait in milliseconds before the table is read again after the database failed. */
const pauseAfterFailure = 1000;

/** The queue in the product's own SQLite file: for one process, nothing to install. */
export function createEmbeddedQueue(options: EmbeddedQueueOptions): JobQueue {
  return new EmbeddedQueue(options);
}

class EmbeddedQueue implements JobQueue {
  readonly shared = false;
  readonly #options: EmbeddedQueueOptions;
  readonly #timer: Timer;
  readonly #concurrency: number;
  readonly #scheduled = new Set<string>();
  readonly #running = new Map<number, Promise<void>>();
  #jobs: ReadonlyMap<string, Job> = new Map();
  #deps: WorkerDependencies | undefined;
  #taking: Promise<void> | undefined;
  #takeAgain = false;
  #isClosing = false;
  #closed: Promise<void> | undefined;
  #cancelWake = () => {};

  constructor(options: EmbeddedQueueOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
    this.#concurrency = options.concurrency ?? 4;
  }

  async enqueue<Data extends z.ZodType>(
    job: Job<Data>,
    data: z.input<Data>,
    options: EnqueueOptions = {},
  ): Promise<void> {
    job.data.parse(data);
    const { db, now } = this.#options;
    const createdAt = now();
    await rows.insertJob(db, {
      name: job.name,
      data,
      dedupeKey: options.dedupeKey ?? null,
      priority: priorities.indexOf(options.priority ?? 'normal'),
      runAt: new Date(Number(createdAt) + (options.delaySeconds ?? 0) * 1000),
      createdAt,
    });
    this.#wake();
  }

  async schedule(job: Job, everySeconds: number): Promise<void> {
    if (!(everySeconds >= 1)) throw new RangeError(`${job.name} cannot run every ${everySeconds} seconds`);
    job.data.parse({});
    await rows.upsertSchedule(this.#options.db, job.name, everySeconds, this.#options.now());
    this.#scheduled.add(job.name);
    this.#wake();
  }

  async work(jobs: readonly Job[], deps: WorkerDependencies): Promise<void> {
    if (this.#deps) throw new Error('this queue is being worked already');
    this.#deps = deps;
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    if (this.#jobs.size < jobs.length) throw new Error('two jobs have the same name');
    await this.#recover();
    for (const job of jobs) if (job.every !== undefined) await this.schedule(job, job.every);
    await rows.retireSchedules(this.#options.db, [...this.#scheduled]);
    this.#wake();
  }

  async listParked(page: { limit?: number; before?: string } = {}): Promise<ParkedJob[]> {
    const before = page.before === undefined ? undefined : Number(page.before);
    const parked = await rows.parkedJobs(this.#options.db, page.limit ?? 50, before);
    return parked.map((row) => ({
      id: String(row.id),
      name: row.name,
      data: row.data,
      attempts: row.attempts,
      error: row.lastError ?? '',
      enqueuedAt: row.createdAt,
      parkedAt: row.parkedAt ?? row.createdAt,
    }));
  }

  countParked(): Promise<number> {
    return this.#options.db.$count(jobsTable, eq(jobsTable.state, 'failed'));
  }

  async retryParked(id: string): Promise<boolean> {
    const isParked = await rows.unparkJob(this.#options.db, Number(id), this.#options.now());
    if (isParked) this.#wake();
    return isParked;
  }

  close(): Promise<void> {
    this.#closed ??= this.#drain();
    return this.#closed;
  }

  async #drain(): Promise<void> {
    this.#isClosing = true;
    this.#cancelWake();
    await this.#taking;
    if (this.#running.size === 0) return;
    let cancel = () => {};
    const bound = new Promise<void>((resolve) => {
      cancel = this.#timer(drainBound, resolve);
    });
    await Promise.race([Promise.all(this.#running.values()), bound]);
    cancel();
    if (this.#running.size > 0)
      this.#options.log.warn({ jobIds: [...this.#running.keys()] }, 'jobs cut off; they run again at the next start');
  }

  /** Puts back what was running when the last process ended; its attempt stays counted, so a job that kills the process ends. */
  async #recover(): Promise<void> {
    const { db, log, now } = this.#options;
    for (const row of await rows.activeJobs(db)) {
      const error = 'The process ended while the job was running.';
      const job = this.#jobs.get(row.name);
      if (job && row.attempts >= job.retry.attempts) await rows.parkJob(db, row.id, now(), error);
      else await rows.postponeJob(db, row.id, now(), error);
      log.warn({ job: row.name, jobId: row.id, attempts: row.attempts }, 'found a job that was cut off');
    }
  }

  /** Looks for due work soon; calls that come together are answered together. */
  #wake(): void {
    if (!this.#deps || this.#isClosing) return;
    this.#takeAgain = true;
    this.#taking ??= this.#takeWork(this.#deps).finally(() => {
      this.#taking = undefined;
      if (this.#takeAgain) this.#wake();
    });
  }

  async #takeWork(deps: WorkerDependencies): Promise<void> {
    const { db, log, now } = this.#options;
    const names = [...this.#jobs.keys()];
    try {
      while (this.#takeAgain && !this.#isClosing) {
        this.#takeAgain = false;
        // SQLite answers without leaving the microtask queue; requests must get their turn between jobs.
        await new Promise((resolve) => setImmediate(resolve));
        await rows.startScheduled(db, names, now(), priorities.indexOf('normal'));
        const free = this.#concurrency - this.#running.size;
        const claimed = free > 0 && !this.#isClosing ? await rows.claimDue(db, names, now(), free) : [];
        for (const row of claimed) this.#start(row, deps);
      }
      // When every place is taken, the end of a job looks for the next one.
      if (this.#running.size < this.#concurrency) this.#sleepUntil(await rows.nextDue(db, names));
    } catch (error) {
      this.#takeAgain = false;
      log.error({ err: error }, 'the job queue cannot read its table');
      this.#sleep(pauseAfterFailure);
    }
  }

  #sleepUntil(due: Date | null): void {
    if (due) this.#sleep(Math.max(0, Number(due) - Number(this.#options.now())));
    else this.#cancelWake();
  }

  #sleep(milliseconds: number): void {
    this.#cancelWake();
    if (!this.#isClosing) this.#cancelWake = this.#timer(Math.min(milliseconds, longestSleep), () => this.#wake());
  }

  #start(row: rows.JobRow, deps: WorkerDependencies): void {
    const log = deps.log.child({ job: row.name, jobId: row.id });
    const finished = this.#run(row, { ...deps, log })
      .catch((error: unknown) => log.error({ err: error }, 'the outcome of a job could not be stored'))
      .finally(() => {
        this.#running.delete(row.id);
        this.#wake();
      });
    this.#running.set(row.id, finished);
  }

  async #run(row: rows.JobRow, deps: WorkerDependencies): Promise<void> {
    const { db, now, randomBytes } = this.#options;
    const job = this.#jobs.get(row.name);
    if (!job) throw new Error(`no job is called ${row.name}`);
    const data = job.data.safeParse(row.data);
    try {
      if (!data.success) throw data.error;
      await job.run(data.data, deps);
    } catch (error) {
      const isLast = !data.success || row.attempts >= job.retry.attempts;
      deps.log[isLast ? 'error' : 'warn']({ err: error, attempts: row.attempts }, isLast ? 'job parked' : 'job failed');
      const message = error instanceof Error ? error.message : String(error);
      if (isLast) return rows.parkJob(db, row.id, now(), message);
      const wait = backoff(job.retry, row.attempts, randomBytes);
      return rows.postponeJob(db, row.id, new Date(Number(now()) + wait), message);
    }
    await rows.deleteJob(db, row.id);
  }
}
