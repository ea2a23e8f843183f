import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { isDatabaseOutage } from '../../db/query/outage.ts';
import { countFailure } from '../metrics/registry.ts';
import { parkInterrupted, processEnded, runOnce } from './attempt.ts';
import { isPaused } from './embedded-overview.ts';
import * as rows from './embedded-rows.ts';
import { drainSeconds, jobsByName, priorities, type RunnableJob } from './queue.ts';
import type { Timer } from './timer.ts';
import type { WorkerStats } from './worker-stats.ts';

export interface EmbeddedWorkerOptions {
  db: Database;
  log: Logger;
  now(): Date;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
  timer: Timer;
  /** Jobs that run at the same time. */
  concurrency: number;
  stats: WorkerStats;
}

/** Longest sleep: timers stop while a machine is suspended, so the worker checks the clock in between. */
const maxSleepMs = 600_000;
/** A clock may go back by this much without a change by a person. */
const maxClockErrorMs = 1000;
/** Wait before the next read of the table after a failure of the database. */
const retryAfterFailureMs = 1000;

/** Takes due jobs from the table and runs them. */
export class EmbeddedWorker {
  readonly #options: EmbeddedWorkerOptions;
  readonly #jobs: ReadonlyMap<string, RunnableJob>;
  readonly #running = new Map<number, Promise<void>>();
  #taking: Promise<void> | undefined;
  #takeAgain = false;
  /** The clock at the last look, in milliseconds. */
  #lastSeen = Number.NEGATIVE_INFINITY;
  #isOpen = false;
  #isClosing = false;
  #cancelWake = () => {};

  constructor(jobs: readonly RunnableJob[], options: EmbeddedWorkerOptions) {
    this.#jobs = jobsByName(jobs);
    this.#options = options;
  }

  /**
   * Returns the jobs that were running when the last process ended to the queue, before any job is taken. The attempt
   * counts, so that a job that kills the process is parked in the end.
   */
  async open(): Promise<void> {
    const { db, log, now, stats } = this.#options;
    for (const row of await rows.activeJobs(db)) {
      const job = this.#jobs.get(row.name);
      const jobLog = log.child({ job: row.name, jobId: row.id });
      if (job && row.attempts >= job.retry.attempts) {
        await rows.parkJob(db, row.id, now(), processEnded);
        parkInterrupted(row.name, row.attempts, jobLog);
        stats.ended('failed');
      } else {
        await rows.postponeJob(db, row.id, now(), processEnded);
        jobLog.warn({ attempts: row.attempts }, 'interrupted job found; it runs again');
      }
    }
    await rows.startFutureJobs(db, now());
    this.#isOpen = true;
  }

  /** Looks for due jobs soon; calls that arrive together share one look. */
  wake(): void {
    if (!this.#isOpen || this.#isClosing) return;
    this.#takeAgain = true;
    this.#taking ??= this.#takeWork().finally(() => {
      this.#taking = undefined;
      if (this.#takeAgain) this.wake();
    });
  }

  /** Stops taking jobs and waits for running jobs up to the limit. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelWake();
    await this.#taking;
    if (this.#running.size === 0) return;
    let cancel = () => {};
    const bound = new Promise<void>((resolve) => {
      cancel = this.#options.timer(drainSeconds * 1000, resolve);
    });
    await Promise.race([Promise.all(this.#running.values()), bound]);
    cancel();
    if (this.#running.size > 0)
      this.#options.log.warn(
        { jobIds: [...this.#running.keys()] },
        'jobs interrupted; they run again at the next start',
      );
  }

  async #takeWork(): Promise<void> {
    const { concurrency, db, log, now } = this.#options;
    const names = [...this.#jobs.keys()];
    try {
      while (this.#takeAgain && !this.#isClosing) {
        this.#takeAgain = false;
        // SQLite answers within the microtask queue; let the event loop serve requests between jobs.
        await new Promise((resolve) => setImmediate(resolve));
        await this.#followClock();
        if (await isPaused(db)) return this.#cancelWake();
        await rows.startScheduled(db, names, now(), priorities.indexOf('normal'));
        const free = concurrency - this.#running.size;
        const claimed = free > 0 && !this.#isClosing ? await rows.claimDue(db, names, now(), free) : [];
        for (const row of claimed) this.#start(row);
      }
      // If every slot is busy, the end of a job looks for the next one.
      if (this.#running.size < concurrency) this.#sleepUntil(await rows.nextDue(db, names));
    } catch (error) {
      this.#takeAgain = false;
      countFailure('queue');
      log.error({ err: error }, 'the job queue cannot read its table; retrying');
      this.#sleep(retryAfterFailureMs);
    }
  }

  /** Rewrites stored times after the clock was set back. */
  async #followClock(): Promise<void> {
    const { db, log, now } = this.#options;
    const time = now();
    const backMs = this.#lastSeen - Number(time);
    if (backMs > maxClockErrorMs) {
      await rows.shiftBack(db, time, backMs);
      log.warn({ seconds: backMs / 1000 }, 'the clock was set back; jobs and schedules keep their distance to it');
    }
    this.#lastSeen = Number(time);
  }

  #sleepUntil(due: Date | null): void {
    if (due) this.#sleep(Math.max(0, Number(due) - Number(this.#options.now())));
    else this.#cancelWake();
  }

  #sleep(milliseconds: number): void {
    this.#cancelWake();
    if (!this.#isClosing) this.#cancelWake = this.#options.timer(Math.min(milliseconds, maxSleepMs), () => this.wake());
  }

  #start(row: rows.JobRow): void {
    const log = this.#options.log.child({ job: row.name, jobId: row.id });
    this.#options.stats.taken();
    const finished = this.#run(row, log)
      .catch((error: unknown) => {
        countFailure('queue');
        log.error({ err: error }, 'the outcome of a job could not be stored');
      })
      .finally(() => {
        this.#running.delete(row.id);
        this.wake();
      });
    this.#running.set(row.id, finished);
  }

  async #run(row: rows.JobRow, log: Logger): Promise<void> {
    const { db, now, stats } = this.#options;
    const job = this.#jobs.get(row.name);
    if (!job) throw new Error(`no handler for the job ${row.name}`);
    const ageMs = Number(now()) - Number(row.createdAt);
    const outcome = await runOnce(job, row.data, row.attempts, {
      log,
      ageMs,
      randomBytes: this.#options.randomBytes,
    });
    stats.ended(outcome.result === 'done' ? 'completed' : 'failed');
    await this.#store(log, () => {
      if (outcome.result === 'done') return rows.deleteJob(db, row.id);
      if (outcome.result === 'parked') return rows.parkJob(db, row.id, now(), outcome.error);
      const runAt = new Date(Number(now()) + outcome.wait);
      return rows.postponeJob(db, row.id, runAt, outcome.error, outcome.result === 'again');
    });
  }

  /**
   * Stores the outcome of a job, repeatedly while the database does not work: a job without an outcome stays active, and
   * its key would be taken until the next start.
   */
  async #store(log: Logger, write: () => Promise<void>): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await write();
      } catch (error) {
        if (this.#isClosing || !isDatabaseOutage(error)) throw error;
        countFailure('queue');
        if (failures === 0) log.error({ err: error }, 'the outcome of a job could not be stored; retrying');
        await new Promise<void>((resolve) => {
          this.#options.timer(retryAfterFailureMs, resolve);
        });
      }
    }
  }
}
