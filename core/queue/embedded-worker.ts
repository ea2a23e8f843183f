import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { countFailure } from '../metrics/registry.ts';
import { runOnce } from './attempt.ts';
import { isPaused } from './embedded-overview.ts';
import * as rows from './embedded-rows.ts';
import { drainSeconds, jobsByName, priorities, type RunnableJob } from './queue.ts';
import type { Timer } from './timer.ts';
import type { WorkRecord } from './worker-stats.ts';

export interface EmbeddedWorkerOptions {
  db: Database;
  log: Logger;
  now(): Date;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
  timer: Timer;
  /** Jobs that run at the same time. */
  concurrency: number;
  record: WorkRecord;
}

/** Longest sleep in milliseconds: timers stand still while a machine is suspended, so the clock is looked at now and then. */
const longestSleep = 600_000;
/** Wait in milliseconds before the table is read again after the database failed. */
const pauseAfterFailure = 1000;

/** Takes due jobs from the table and runs them. */
export class EmbeddedWorker {
  readonly #options: EmbeddedWorkerOptions;
  readonly #jobs: ReadonlyMap<string, RunnableJob>;
  readonly #running = new Map<number, Promise<void>>();
  #taking: Promise<void> | undefined;
  #takeAgain = false;
  #isOpen = false;
  #isClosing = false;
  #cancelWake = () => {};

  constructor(jobs: readonly RunnableJob[], options: EmbeddedWorkerOptions) {
    this.#jobs = jobsByName(jobs);
    this.#options = options;
  }

  /**
   * Puts back what was running when the last process ended, before anything is taken; its attempt stays counted, so a job
   * that kills the process ends.
   */
  async open(): Promise<void> {
    const { db, log, now } = this.#options;
    for (const row of await rows.activeJobs(db)) {
      const error = 'The process ended while the job was running.';
      const job = this.#jobs.get(row.name);
      if (job && row.attempts >= job.retry.attempts) await rows.parkJob(db, row.id, now(), error);
      else await rows.postponeJob(db, row.id, now(), error);
      log.warn({ job: row.name, jobId: row.id, attempts: row.attempts }, 'found a job that was cut off');
    }
    this.#isOpen = true;
  }

  /** Looks for due work soon; calls that come together are answered together. */
  wake(): void {
    if (!this.#isOpen || this.#isClosing) return;
    this.#takeAgain = true;
    this.#taking ??= this.#takeWork().finally(() => {
      this.#taking = undefined;
      if (this.#takeAgain) this.wake();
    });
  }

  /** Takes nothing more and waits, up to the bound, for what runs. */
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
      this.#options.log.warn({ jobIds: [...this.#running.keys()] }, 'jobs cut off; they run again at the next start');
  }

  async #takeWork(): Promise<void> {
    const { concurrency, db, log, now } = this.#options;
    const names = [...this.#jobs.keys()];
    try {
      while (this.#takeAgain && !this.#isClosing) {
        this.#takeAgain = false;
        // SQLite answers without leaving the microtask queue; requests must get their turn between jobs.
        await new Promise((resolve) => setImmediate(resolve));
        if (await isPaused(db)) return this.#cancelWake();
        await rows.startScheduled(db, names, now(), priorities.indexOf('normal'));
        const free = concurrency - this.#running.size;
        const claimed = free > 0 && !this.#isClosing ? await rows.claimDue(db, names, now(), free) : [];
        for (const row of claimed) this.#start(row);
      }
      // When every place is taken, the end of a job looks for the next one.
      if (this.#running.size < concurrency) this.#sleepUntil(await rows.nextDue(db, names));
    } catch (error) {
      this.#takeAgain = false;
      countFailure('queue');
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
    if (!this.#isClosing)
      this.#cancelWake = this.#options.timer(Math.min(milliseconds, longestSleep), () => this.wake());
  }

  #start(row: rows.JobRow): void {
    const log = this.#options.log.child({ job: row.name, jobId: row.id });
    this.#options.record.taken();
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
    const { db, now, record } = this.#options;
    const job = this.#jobs.get(row.name);
    if (!job) throw new Error(`no job is called ${row.name}`);
    const outcome = await runOnce(job, row.data, row.attempts, { log, randomBytes: this.#options.randomBytes });
    record.ended(outcome.result === 'done' ? 'completed' : 'failed');
    if (outcome.result === 'done') return rows.deleteJob(db, row.id);
    if (outcome.result === 'parked') return rows.parkJob(db, row.id, now(), outcome.error);
    return rows.postponeJob(db, row.id, new Date(Number(now()) + outcome.wait), outcome.error);
  }
}
