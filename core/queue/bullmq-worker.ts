import { type Job as BullJob, DelayedError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Logger } from 'pino';
import { countFailure } from '../metrics/registry.ts';
import { runOnce } from './attempt.ts';
import { attemptOf, type Note, noteOf } from './bullmq-jobs.ts';
import type { AddJob, BullSchedules } from './bullmq-schedules.ts';
import type { BullStore } from './bullmq-store.ts';
import { drainSeconds, jobsByName, type RunnableJob } from './queue.ts';
import type { WorkRecord } from './worker-stats.ts';

/** Times of the driver; tests have shorter ones. */
export interface BullTimes {
  /** How long a job is left alone whose process has stopped renewing its lock. */
  lockSeconds: number;
  /** How often jobs without a lock are looked for; a dead process's job runs again within both together. */
  stalledSeconds: number;
  /** How often the worker looks after itself. */
  watchSeconds: number;
  /** How long due jobs may wait while this worker takes none before it is built anew. */
  silentSeconds: number;
  /** How long close() waits for running jobs. */
  drainSeconds: number;
}

export const bullTimes: BullTimes = {
  lockSeconds: 20,
  stalledSeconds: 10,
  watchSeconds: 15,
  silentSeconds: 60,
  drainSeconds,
};

export interface BullWorkerOptions {
  store: BullStore;
  schedules: BullSchedules;
  record: WorkRecord;
  log: Logger;
  times: BullTimes;
  /** Jobs that run at the same time. */
  concurrency: number;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
  add: AddJob;
  /** For how long the oldest due job has been waiting, in seconds; 0 while the queue is paused. */
  lag(): Promise<number>;
}

/** How long a job that no job file of this version has is left to another version, in milliseconds. */
const unknownWait = 60_000;
/** Longest wait for the store when a worker closes, in milliseconds. */
const closeBound = 1000;

/** A failed run and the wait that its job's retry policy asks for, in milliseconds. */
class FailedRun extends Error {
  readonly wait: number;
  constructor(message: string, wait: number) {
    super(message);
    this.wait = wait;
  }
}

/** Takes jobs through BullMQ and runs them. */
export class BullWorker {
  readonly #options: BullWorkerOptions;
  readonly #jobs: ReadonlyMap<string, RunnableJob>;
  readonly #running = new Map<BullJob, Promise<void>>();
  #worker: ReturnType<BullStore['openWorker']>;
  #lastTaken = performance.now();
  #isClosing = false;
  #watch: NodeJS.Timeout | undefined;

  constructor(jobs: readonly RunnableJob[], options: BullWorkerOptions) {
    this.#options = options;
    this.#jobs = jobsByName(jobs);
    this.#worker = this.#open();
    this.#watchLater();
  }

  /** Takes nothing more and waits for what runs, up to the bound; what is cut off is put back for others. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#watch);
    await this.#worker.pause(true);
    await within(this.#options.times.drainSeconds * 1000, Promise.all(this.#running.values()));
    const left = [...this.#running.keys()];
    if (left.length > 0) {
      this.#options.log.warn({ jobIds: left.map(({ id }) => id) }, 'jobs cut off; they run again');
      await within(closeBound, Promise.allSettled(left.map((job) => job.moveToWait(job.token))));
    }
    const { log } = this.#options;
    await within(
      closeBound,
      this.#worker.close(left.length > 0).catch((err: unknown) => log.warn({ err }, 'closing')),
    );
  }

  #open() {
    const { store, concurrency, times } = this.#options;
    return store.openWorker((job: BullJob, token?: string) => this.#take(job, token), {
      concurrency,
      lockDuration: times.lockSeconds * 1000,
      stalledInterval: times.stalledSeconds * 1000,
      // Runs that were cut off count as attempts, which have their own bound.
      maxStalledCount: 1_000_000,
      runRetryDelay: 1000,
      settings: { backoffStrategy: (_made, _type, error) => (error instanceof FailedRun ? error.wait : -1) },
    });
  }

  async #take(job: BullJob, token: string | undefined): Promise<void> {
    this.#lastTaken = performance.now();
    if (this.#isClosing) {
      // It was on its way when the worker was told to stop.
      await job.moveToWait(token);
      throw new WaitingError();
    }
    if (job.repeatJobKey !== undefined) return this.#options.schedules.tick(job, this.#options.add);
    const known = this.#jobs.get(job.name);
    if (!known) {
      this.#options.log.warn({ job: job.name, jobId: job.id }, 'no job is called that here; it is left to others');
      await job.moveToDelayed(Date.now() + unknownWait, token);
      throw new DelayedError();
    }
    const run = this.#run(known, job);
    this.#running.set(job, run.then(nothing, nothing));
    return run.finally(() => this.#running.delete(job));
  }

  async #run(known: RunnableJob, job: BullJob): Promise<void> {
    const { record } = this.#options;
    record.taken();
    const attempt = attemptOf(job);
    const log = this.#options.log.child({ job: job.name, jobId: job.id });
    if (attempt > known.retry.attempts) {
      log.error({ attempts: attempt - 1 }, 'job parked: its process ended while it was running');
      countFailure('job');
      record.ended('failed');
      throw new UnrecoverableError('The process ended while the job was running.');
    }
    const outcome = await runOnce(known, job.data, attempt, { log, randomBytes: this.#options.randomBytes });
    record.ended(outcome.result === 'done' ? 'completed' : 'failed');
    if (outcome.result === 'done') return;
    if (outcome.result === 'parked') throw new UnrecoverableError(outcome.error);
    const note: Note = { ...noteOf(job), dueAt: Date.now() + outcome.wait };
    await job.updateProgress(note);
    throw new FailedRun(outcome.error, outcome.wait);
  }

  #watchLater(): void {
    this.#watch = setTimeout(async () => {
      try {
        await this.#lookAfterItself();
      } catch (error) {
        countFailure('queue');
        this.#options.log.warn({ err: error }, 'the queue could not be looked after');
      }
      if (!this.#isClosing) this.#watchLater();
    }, this.#options.times.watchSeconds * 1000);
  }

  /** Stores schedules that are missing, and builds the worker anew when it is silent though jobs are due (BullMQ #4585). */
  async #lookAfterItself(): Promise<void> {
    const { store, schedules, lag, log, times, concurrency } = this.#options;
    if (!store.isReachable()) return;
    await schedules.settle();
    const silent = (performance.now() - this.#lastTaken) / 1000;
    if (silent < times.silentSeconds || this.#running.size >= concurrency) return;
    const waiting = await lag();
    if (waiting < times.silentSeconds || this.#isClosing) return;
    countFailure('queue');
    log.error({ silentSeconds: silent, waitingSeconds: waiting }, 'the worker is silent though jobs wait: built anew');
    const before = this.#worker;
    this.#lastTaken = performance.now();
    this.#worker = this.#open();
    before
      .close(this.#running.size === 0)
      .catch((err: unknown) => log.warn({ err }, 'the silent worker did not close'));
  }
}

const nothing = () => {};

/** Waits for the promise, but not longer than so many milliseconds. */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  const bound = new Promise((resolve) => {
    timeout = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, bound]);
  clearTimeout(timeout);
}
