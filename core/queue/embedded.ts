import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import * as overview from './embedded-overview.ts';
import * as rows from './embedded-rows.ts';
import { EmbeddedWorker } from './embedded-worker.ts';
import {
  concurrency,
  type EnqueueOptions,
  type Job,
  type JobQueue,
  type KeyedJob,
  type ParkedJob,
  type ParkedPlace,
  priorities,
  type QueueOverview,
  type RunnableJob,
  type ScheduleState,
  type WorkerProcess,
} from './queue.ts';
import { systemTimer, type Timer } from './timer.ts';
import { WorkerStats } from './worker-stats.ts';

export interface EmbeddedQueueOptions {
  db: Database;
  log: Logger;
  now(): Date;
  randomBytes(length: number): Buffer;
  /** Tests pass a timer that follows their clock. */
  timer?: Timer;
}

/** The queue in the product's SQLite file: for one process, nothing to install. */
export function createEmbeddedQueue(options: EmbeddedQueueOptions): JobQueue {
  return new EmbeddedQueue(options);
}

class EmbeddedQueue implements JobQueue {
  readonly driver = 'embedded';
  readonly shared = false;
  readonly bullMq = null;
  readonly #options: EmbeddedQueueOptions;
  readonly #timer: Timer;
  readonly #stats: WorkerStats;
  readonly #scheduled = new Set<string>();
  #worker: EmbeddedWorker | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: EmbeddedQueueOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
    this.#stats = new WorkerStats({ ...options, timer: this.#timer, workerId: `${hostname()}:${process.pid}` });
  }

  async enqueue<Data extends z.ZodType>(
    job: Job<Data>,
    data: z.input<Data>,
    options: EnqueueOptions = {},
  ): Promise<void> {
    job.data.parse(data);
    const { db, now } = this.#options;
    const createdAt = now();
    const row = {
      name: job.name,
      data,
      dedupeKey: options.dedupeKey ?? null,
      priority: priorities.indexOf(options.priority ?? 'normal'),
      runAt: new Date(Number(createdAt) + (options.delaySeconds ?? 0) * 1000),
      createdAt,
    };
    await rows.insertJob(db, row, options.promote ?? false);
    this.#worker?.wake();
  }

  async find(job: Job, dedupeKey: string): Promise<KeyedJob | null> {
    const { db, now } = this.#options;
    const row = await rows.findKeyed(db, job.name, dedupeKey);
    if (!row) return null;
    const isDue = row.runAt <= now();
    return { state: row.state === 'active' ? 'active' : isDue ? 'waiting' : 'delayed', dueAt: row.runAt };
  }

  async schedule(job: Job, everySeconds: number): Promise<void> {
    if (!(everySeconds >= 1)) throw new RangeError(`${job.name} cannot run every ${everySeconds} seconds`);
    job.data.parse({});
    await rows.upsertSchedule(this.#options.db, job.name, everySeconds, this.#options.now());
    this.#scheduled.add(job.name);
    this.#worker?.wake();
  }

  async work(jobs: readonly RunnableJob[]): Promise<void> {
    if (this.#worker) throw new Error('this queue has a worker already');
    const { db, log, now, randomBytes } = this.#options;
    const shared = { db, log, now, randomBytes, timer: this.#timer, concurrency, stats: this.#stats };
    const worker = new EmbeddedWorker(jobs, shared);
    this.#worker = worker;
    try {
      await worker.open();
      for (const job of jobs) if (job.every !== undefined) await this.schedule(job, job.every);
      await rows.retireSchedules(db, [...this.#scheduled]);
      await this.#stats.begin();
    } catch (error) {
      // The caller may try again, for example once the disk has room.
      this.#worker = undefined;
      await worker.close();
      throw error;
    }
    worker.wake();
  }

  close(): Promise<void> {
    this.#closed ??= this.#drain();
    return this.#closed;
  }

  async #drain(): Promise<void> {
    await this.#worker?.close();
    // The process also ends when the disk is full; the statistics of the last seconds are lost.
    await this.#stats
      .end()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the last statistics could not be stored'));
  }

  async overview(): Promise<QueueOverview> {
    const { db, now } = this.#options;
    return {
      ...(await overview.countJobs(db, now())),
      isPaused: await overview.isPaused(db),
      throughput: await this.#stats.throughput(),
    };
  }

  schedules(): Promise<ScheduleState[]> {
    return overview.listSchedules(this.#options.db);
  }

  workers(): Promise<WorkerProcess[]> {
    return this.#stats.workers();
  }

  pause(): Promise<void> {
    return overview.setPaused(this.#options.db, true);
  }

  async resume(): Promise<void> {
    await overview.setPaused(this.#options.db, false);
    this.#worker?.wake();
  }

  async listParked({
    limit = 50,
    before,
  }: {
    limit?: number;
    before?: ParkedPlace | undefined;
  } = {}): Promise<ParkedJob[]> {
    const place = before && { id: rowId(before.id) ?? 0, parkedAt: before.parkedAt };
    return (await overview.parkedJobs(this.#options.db, limit, place)).map(parkedJob);
  }

  async findParked(id: string): Promise<ParkedJob | null> {
    const numeric = rowId(id);
    const row = numeric === undefined ? undefined : await overview.parkedById(this.#options.db, numeric);
    return row ? parkedJob(row) : null;
  }

  countParked(): Promise<number> {
    return overview.countParked(this.#options.db);
  }

  async retryParked(id: string): Promise<boolean> {
    const numeric = rowId(id);
    return numeric !== undefined && (await this.#unpark(numeric)) > 0;
  }

  retryAllParked(): Promise<number> {
    return this.#unpark(undefined);
  }

  async removeParked(id: string): Promise<boolean> {
    const numeric = rowId(id);
    return numeric !== undefined && overview.deleteParked(this.#options.db, numeric);
  }

  async #unpark(id: number | undefined): Promise<number> {
    const unparked = await overview.unpark(this.#options.db, id, this.#options.now());
    if (unparked > 0) this.#worker?.wake();
    return unparked;
  }
}

/** The row id of a job id; undefined if invalid. */
function rowId(id: string): number | undefined {
  return /^\d{1,10}$/.test(id) && Number(id) < 2 ** 31 ? Number(id) : undefined;
}

/** Converts a row to a parked job. */
function parkedJob(row: rows.JobRow): ParkedJob {
  return {
    id: String(row.id),
    name: row.name,
    data: row.data,
    attempts: row.attempts,
    error: row.lastError ?? '',
    enqueuedAt: row.createdAt,
    parkedAt: row.parkedAt ?? row.createdAt,
  };
}
