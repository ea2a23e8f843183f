import { type Job as BullJob, DelayedError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Logger } from 'pino';
import { countFailure } from '../metrics/registry.ts';
import { parkInterrupted, processEnded, runOnce } from './attempt.ts';
import { maxClockErrorMs, startFutureJobs } from './bullmq-clock.ts';
import { attemptOf, type Note, noteOf } from './bullmq-jobs.ts';
import { isGone } from './bullmq-parked.ts';
import type { AddJob, BullSchedules } from './bullmq-schedules.ts';
import type { BullStore } from './bullmq-store.ts';
import { drainSeconds, jobsByName, type RunnableJob } from './queue.ts';
import type { WorkerStats } from './worker-stats.ts';

/** Times of the driver; tests use shorter ones. */
export interface BullTimes {
  /** Lifetime of a job's lock that its process has stopped renewing. */
  lockSeconds: number;
  /** Interval of the search for jobs without a lock; a dead process's job runs again within the sum of both times. */
  stalledSeconds: number;
  /** Interval of the worker's self-check. */
  watchSeconds: number;
  /** Time without a job taken, although jobs are due, after which the worker restarts. */
  silentSeconds: number;
  /** Longest wait of close() for running jobs. */
  drainSeconds: number;
}

export const bullTimes: BullTimes = {
  lockSeconds: 20,
  stalledSeconds: 10,
  watchSeconds: 4,
  silentSeconds: 60,
  drainSeconds,
};

export interface BullWorkerOptions {
  store: BullStore;
  schedules: BullSchedules;
  stats: WorkerStats;
  log: Logger;
  times: BullTimes;
  /** Jobs that run at the same time. */
  concurrency: number;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
  add: AddJob;
  /** How long the oldest due job has waited, in seconds; 0 while the queue is paused. */
  lag(): Promise<number>;
}

/** Delay of a job without a handler in this version, which another version may have. */
const unknownJobDelayMs = 60_000;
/** Wait before the next attempt to store the outcome of a run. */
const storeRetryMs = 1000;
/** Longest wait for the store when a worker closes. */
const closeTimeoutMs = 1000;

/** A failed run and the wait before the next attempt, in milliseconds. */
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
  /** The clock at the last check, in milliseconds. */
  #lastSeen = Number.POSITIVE_INFINITY;
  #isClosing = false;
  #watch: NodeJS.Timeout | undefined;

  constructor(jobs: readonly RunnableJob[], options: BullWorkerOptions) {
    this.#options = options;
    this.#jobs = jobsByName(jobs);
    this.#worker = this.#open();
    this.#watchLater();
  }

  /** Stops taking jobs and waits for running jobs up to the limit; returns unfinished jobs to the queue. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#watch);
    await this.#worker.pause(true);
    await within(this.#options.times.drainSeconds * 1000, Promise.all(this.#running.values()));
    const left = [...this.#running.keys()];
    if (left.length > 0) {
      this.#options.log.warn({ jobIds: left.map(({ id }) => id) }, 'jobs interrupted; they run again');
      await within(closeTimeoutMs, Promise.allSettled(left.map((job) => job.moveToWait(job.token))));
    }
    const { log } = this.#options;
    await within(
      closeTimeoutMs,
      this.#worker
        .close(left.length > 0)
        .catch((err: unknown) => log.warn({ err }, 'the worker did not close cleanly')),
    );
  }

  #open() {
    const { store, concurrency, times } = this.#options;
    return store.openWorker((job: BullJob, token?: string) => this.#take(job, token), {
      concurrency,
      lockDuration: times.lockSeconds * 1000,
      stalledInterval: times.stalledSeconds * 1000,
      // Stalled runs count as attempts, which have their own limit.
      maxStalledCount: 1_000_000,
      runRetryDelay: 1000,
      settings: { backoffStrategy: (_made, _type, error) => (error instanceof FailedRun ? error.wait : -1) },
    });
  }

  async #take(job: BullJob, token: string | undefined): Promise<void> {
    this.#lastTaken = performance.now();
    if (this.#isClosing) {
      // The job was in transit when the worker stopped.
      await job.moveToWait(token);
      throw new WaitingError();
    }
    if (job.repeatJobKey !== undefined) return this.#options.schedules.tick(job, this.#options.add);
    const known = this.#jobs.get(job.name);
    if (!known) {
      this.#options.log.warn(
        { job: job.name, jobId: job.id },
        'no handler for this job in this version; left to other processes',
      );
      await job.moveToDelayed(Date.now() + unknownJobDelayMs, token);
      throw new DelayedError();
    }
    const run = this.#run(known, job, token);
    this.#running.set(job, run.then(nothing, nothing));
    return run.finally(() => this.#running.delete(job));
  }

  async #run(known: RunnableJob, job: BullJob, token: string | undefined): Promise<void> {
    const { stats } = this.#options;
    stats.taken();
    const attempt = attemptOf(job);
    const log = this.#options.log.child({ job: job.name, jobId: job.id });
    if (attempt > known.retry.attempts) {
      parkInterrupted(known.name, attempt - 1, log);
      stats.ended('failed');
      throw new UnrecoverableError(processEnded);
    }
    const ageMs = Date.now() - job.timestamp;
    const outcome = await runOnce(known, job.data, attempt, { log, ageMs, randomBytes: this.#options.randomBytes });
    stats.ended(outcome.result === 'done' ? 'completed' : 'failed');
    if (outcome.result === 'done') return;
    if (outcome.result === 'parked') throw new UnrecoverableError(outcome.error);
    const postponedAt = Date.now();
    const note: Note = { ...noteOf(job), postponedAt, dueAt: postponedAt + outcome.wait };
    if (outcome.result === 'postponed') return this.#postpone(job, token, note, log);
    await job.updateProgress(note);
    throw new FailedRun(outcome.error, outcome.wait);
  }

  /** Returns a job to the queue without counting an attempt; tries again while the store does not answer. */
  async #postpone(job: BullJob, token: string | undefined, note: Note, log: Logger): Promise<never> {
    for (let failures = 0; !this.#isClosing; failures += 1) {
      try {
        await job.updateProgress(note);
        await job.moveToDelayed(note.dueAt ?? Date.now(), token);
        break;
      } catch (error) {
        // The lock ended during the outage: another run has begun.
        if (isGone(error)) break;
        if (failures === 0) log.warn({ err: error }, 'the outcome of a job could not be stored; retrying');
        await new Promise((resolve) => setTimeout(resolve, storeRetryMs));
      }
    }
    throw new DelayedError();
  }

  #watchLater(): void {
    this.#watch = setTimeout(async () => {
      try {
        await this.#checkItself();
      } catch (error) {
        countFailure('queue');
        this.#options.log.warn({ err: error }, 'the self-check of the queue failed');
      }
      if (!this.#isClosing) this.#watchLater();
    }, this.#options.times.watchSeconds * 1000);
  }

  /** At the first check, and after the clock was set back, makes jobs due that would wait for the clock to catch up. */
  async #followClock(): Promise<void> {
    const { store, log } = this.#options;
    const time = Date.now();
    const isBack = time < this.#lastSeen - maxClockErrorMs;
    const started = isBack ? await startFutureJobs(store.queue) : 0;
    if (started > 0) log.warn({ jobs: started }, 'the clock was set back; jobs that were due later run now');
    this.#lastSeen = time;
  }

  /** Stores missing schedules, and restarts a worker that takes no job although jobs are due (BullMQ #4585). */
  async #checkItself(): Promise<void> {
    const { store, schedules, lag, log, times, concurrency } = this.#options;
    if (!store.isReachable()) return;
    await schedules.settle();
    await this.#followClock();
    const silent = (performance.now() - this.#lastTaken) / 1000;
    if (silent < times.silentSeconds || this.#running.size >= concurrency) return;
    const waiting = await lag();
    if (waiting < times.silentSeconds || this.#isClosing) return;
    countFailure('queue');
    log.error(
      { silentSeconds: silent, waitingSeconds: waiting },
      'the worker takes no jobs although jobs wait: restarting it',
    );
    const before = this.#worker;
    this.#lastTaken = performance.now();
    this.#worker = this.#open();
    before
      .close(this.#running.size === 0)
      .catch((err: unknown) => log.warn({ err }, 'the restarted worker did not close'));
  }
}

const nothing = () => {};

/** Waits for the promise, at most the given milliseconds. */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  const bound = new Promise((resolve) => {
    timeout = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, bound]);
  clearTimeout(timeout);
}
