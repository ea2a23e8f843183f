import { asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { jobMinutes, workerProcesses } from '../../db/schema/jobs.ts';
import type { MinuteOfWork, WorkerProcess } from './queue.ts';
import type { Timer } from './timer.ts';

export interface WorkerStatsOptions {
  db: Database;
  log: Logger;
  now(): Date;
  timer: Timer;
  /** Name of this process in the list of workers. */
  workerId: string;
}

const minute = 60_000;
/** Minutes of statistics to keep and show. */
const minutesKept = 60;
/** Interval at which a process writes its statistics and its sign of life. */
const writeIntervalMs = 15_000;
/** Silence after which a process leaves the list: a day. */
const forgetAfterMs = 86_400_000;

/**
 * Statistics and signs of life of this process in the database, for operators who read them from any process. A killed
 * process loses the statistics of its last seconds, but no work.
 */
export class WorkerStats {
  readonly #options: WorkerStatsOptions;
  #pending = new Map<number, { completed: number; failed: number }>();
  #startedAt: Date | undefined;
  #lastJobAt: Date | null = null;
  #writing: Promise<void> = Promise.resolve();
  #cancelTimer = () => {};

  constructor(options: WorkerStatsOptions) {
    this.#options = options;
  }

  /** Adds this process to the list of workers and starts its signs of life. */
  async begin(): Promise<void> {
    const { db, now } = this.#options;
    this.#startedAt = now();
    await db.delete(workerProcesses).where(lt(workerProcesses.seenAt, new Date(Number(now()) - forgetAfterMs)));
    await this.write();
    this.#writeLater();
  }

  /** Notes that this process took a job. */
  taken(): void {
    this.#lastJobAt = this.#options.now();
  }

  /** Counts a run. */
  ended(outcome: 'completed' | 'failed'): void {
    const time = Number(this.#options.now());
    const start = time - (time % minute);
    const counts = this.#pending.get(start) ?? { completed: 0, failed: 0 };
    counts[outcome] += 1;
    this.#pending.set(start, counts);
  }

  /** Writes the pending statistics. Calls run one after the other: two at once would count twice. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeNow());
    return this.#writing;
  }

  /** Writes the last statistics and removes this process from the list. */
  async end(): Promise<void> {
    this.#cancelTimer();
    if (!this.#startedAt) return;
    await this.write();
    this.#startedAt = undefined;
    await this.#options.db.delete(workerProcesses).where(eq(workerProcesses.id, this.#options.workerId));
  }

  /** The last 60 minutes, the oldest first. */
  async throughput(): Promise<MinuteOfWork[]> {
    await this.write();
    const time = Number(this.#options.now());
    const last = time - (time % minute);
    const rows = await this.#options.db.select().from(jobMinutes).orderBy(asc(jobMinutes.minute));
    const known = new Map(rows.map((row) => [Number(row.minute), row]));
    return Array.from({ length: minutesKept }, (_, place) => {
      const start = last - (minutesKept - 1 - place) * minute;
      const { completed = 0, failed = 0 } = known.get(start) ?? {};
      return { minute: new Date(start), completed, failed };
    });
  }

  /** Processes that run jobs, the newest first. */
  async workers(): Promise<WorkerProcess[]> {
    await this.write();
    const since = new Date(Number(this.#options.now()) - forgetAfterMs);
    return this.#options.db
      .select()
      .from(workerProcesses)
      .where(gt(workerProcesses.seenAt, since))
      .orderBy(desc(workerProcesses.startedAt), asc(workerProcesses.id));
  }

  async #writeNow(): Promise<void> {
    const { db, now, workerId } = this.#options;
    const startedAt = this.#startedAt;
    if (!startedAt) return;
    const seen = { seenAt: now(), lastJobAt: this.#lastJobAt };
    const pending = this.#pending;
    this.#pending = new Map();
    const old = new Date(Number(now()) - (minutesKept + 1) * minute);
    try {
      await atomically(db, (tx) => [
        tx
          .insert(workerProcesses)
          .values({ id: workerId, startedAt, ...seen })
          .onConflictDoUpdate({ target: workerProcesses.id, set: { startedAt, ...seen } }),
        ...[...pending].map(([start, counts]) => countMinute(tx, new Date(start), counts)),
        tx.delete(jobMinutes).where(lt(jobMinutes.minute, old)),
      ]);
    } catch (error) {
      for (const [start, counts] of pending) {
        const since = this.#pending.get(start) ?? { completed: 0, failed: 0 };
        const { completed, failed } = counts;
        this.#pending.set(start, { completed: since.completed + completed, failed: since.failed + failed });
      }
      throw error;
    }
  }

  #writeLater(): void {
    const { log, timer } = this.#options;
    this.#cancelTimer = timer(writeIntervalMs, () => {
      this.write()
        .catch((error: unknown) => log.warn({ err: error }, 'this process could not write its statistics'))
        .finally(() => {
          if (this.#startedAt) this.#writeLater();
        });
    });
  }
}

function countMinute(
  tx: Pick<Database, 'insert'>,
  start: Date,
  { completed, failed }: { completed: number; failed: number },
) {
  return tx
    .insert(jobMinutes)
    .values({ minute: start, completed, failed })
    .onConflictDoUpdate({
      target: jobMinutes.minute,
      set: { completed: sql`${jobMinutes.completed} + ${completed}`, failed: sql`${jobMinutes.failed} + ${failed}` },
    });
}
