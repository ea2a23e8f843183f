import { hostname } from 'node:os';
import type { JobsOptions } from 'bullmq';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { jobOptions, keyedId } from './bullmq-jobs.ts';
import { findKeyed, promoteJob } from './bullmq-keyed.ts';
import { countJobs, oldestDueSeconds } from './bullmq-overview.ts';
import * as parked from './bullmq-parked.ts';
import { BullSchedules } from './bullmq-schedules.ts';
import type { BullQueue, BullStore } from './bullmq-store.ts';
import { type BullTimes, BullWorker, bullTimes } from './bullmq-worker.ts';
import {
  concurrency,
  type EnqueueOptions,
  type Job,
  type JobQueue,
  type KeyedJob,
  type ParkedJob,
  type ParkedPlace,
  type QueueOverview,
  QueueUnavailable,
  type RunnableJob,
  type ScheduleState,
  type WorkerProcess,
} from './queue.ts';
import { systemTimer } from './timer.ts';
import { WorkerStats } from './worker-stats.ts';

export interface BullMqQueueOptions {
  store: BullStore;
  db: Database;
  log: Logger;
  now(): Date;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
  times?: Partial<BullTimes>;
  /** Name of this process in the list of workers. */
  workerId?: string | undefined;
}

/** The queue in BullMQ: for any number of processes. */
export function createBullMqQueue(options: BullMqQueueOptions): JobQueue {
  return new BullMqQueue(options);
}

class BullMqQueue implements JobQueue {
  readonly driver: JobQueue['driver'];
  readonly shared = true;
  readonly bullMq: JobQueue['bullMq'];
  readonly #options: BullMqQueueOptions;
  readonly #schedules: BullSchedules;
  readonly #stats: WorkerStats;
  #worker: BullWorker | undefined;
  #isClosed = false;
  #closed: Promise<void> | undefined;

  constructor(options: BullMqQueueOptions) {
    this.#options = options;
    this.driver = options.store.driver;
    this.bullMq = options.store.queue;
    this.#schedules = new BullSchedules(options.store);
    const workerId = options.workerId ?? `${hostname()}:${process.pid}`;
    this.#stats = new WorkerStats({ ...options, timer: systemTimer, workerId });
  }

  async enqueue<Data extends z.ZodType>(
    job: Job<Data>,
    data: z.input<Data>,
    options: EnqueueOptions = {},
  ): Promise<void> {
    job.data.parse(data);
    const stored = jobOptions(job.name, job.retry, options);
    await reaching(async () => {
      await this.#add(job.name, data, stored);
      if (options.promote) await this.#ask((queue) => promoteJob(queue, stored));
    });
  }

  find(job: Job, dedupeKey: string): Promise<KeyedJob | null> {
    return reaching(() => this.#ask((queue) => findKeyed(queue, keyedId(job.name, dedupeKey))));
  }

  async schedule(job: Job, everySeconds: number): Promise<void> {
    this.#schedules.declare(job, everySeconds);
    await this.#ask(() => this.#schedules.sync());
  }

  async work(jobs: readonly RunnableJob[]): Promise<void> {
    if (this.#worker) throw new Error('this queue has a worker already');
    const { store, log } = this.#options;
    for (const job of jobs) if (job.every !== undefined) this.#schedules.declare(job, job.every);
    // The product starts without the store: the worker stores the schedules once the store is back.
    await this.#ask(() => this.#schedules.settle()).catch((err: unknown) => log.error({ err }, 'schedules not stored'));
    this.#worker = new BullWorker(jobs, {
      randomBytes: this.#options.randomBytes,
      store,
      log,
      concurrency,
      schedules: this.#schedules,
      stats: this.#stats,
      times: { ...bullTimes, ...this.#options.times },
      add: (name, data, options) => this.#add(name, data, options),
      lag: async () => ((await store.queue.isPaused()) ? 0 : oldestDueSeconds(store.queue)),
    });
    await this.#stats.begin();
  }

  close(): Promise<void> {
    this.#closed ??= this.#drain();
    return this.#closed;
  }

  async overview(): Promise<QueueOverview> {
    const counts = await this.#ask(async (queue) => ({
      ...(await countJobs(queue)),
      oldestDueSeconds: await oldestDueSeconds(queue),
    }));
    return { ...counts, throughput: await this.#stats.throughput() };
  }

  schedules(): Promise<ScheduleState[]> {
    return this.#ask(() => this.#schedules.list());
  }

  workers(): Promise<WorkerProcess[]> {
    return this.#stats.workers();
  }

  pause(): Promise<void> {
    return this.#ask((queue) => queue.pause());
  }

  resume(): Promise<void> {
    return this.#ask((queue) => queue.resume());
  }

  listParked(page: { limit?: number; before?: ParkedPlace | undefined } = {}): Promise<ParkedJob[]> {
    return this.#ask((queue) => parked.listParked(queue, page.limit ?? 50, page.before));
  }

  findParked(id: string): Promise<ParkedJob | null> {
    return this.#ask((queue) => parked.findParked(queue, id));
  }

  countParked(): Promise<number> {
    return this.#ask((queue) => queue.getFailedCount());
  }

  retryParked(id: string): Promise<boolean> {
    return this.#ask((queue) => parked.retryParked(queue, id));
  }

  retryAllParked(): Promise<number> {
    return this.#ask((queue) => parked.retryAllParked(queue));
  }

  removeParked(id: string): Promise<boolean> {
    return this.#ask((queue) => parked.removeParked(queue, id));
  }

  /** Stores a job, unless another job has its key; replaces a parked one. */
  #add(name: string, data: unknown, options: JobsOptions): Promise<void> {
    return this.#ask(async (queue) => {
      const { jobId } = options;
      // A process that dies between the two steps loses a parked job; a sweep enqueues its row again.
      if (jobId !== undefined && (await queue.getJobState(jobId)) === 'failed') await queue.remove(jobId);
      await queue.add(name, data, options);
    });
  }

  /** Calls the store, unless the store is known to be unreachable. */
  async #ask<Result>(question: (queue: BullQueue) => Promise<Result>): Promise<Result> {
    const { store } = this.#options;
    if (this.#isClosed || !store.isReachable()) throw new QueueUnavailable();
    return question(store.queue);
  }

  async #drain(): Promise<void> {
    try {
      await this.#worker?.close();
      await this.#stats.end();
    } finally {
      this.#isClosed = true;
      await this.#options.store.close();
    }
  }
}

/** Calls the store; turns every failure into QueueUnavailable. */
async function reaching<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof QueueUnavailable ? error : new QueueUnavailable(error);
  }
}
