import { asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { jobMinutes, workerProcesses } from '../../db/schema/jobs.ts';
import type { MinuteOfWork, WorkerProcess } from './queue.ts';
import type { Timer } from './timer.ts';

export interface WorkRecordOptions {
  db: Database;
  log: Logger;
  now(): Date;
  timer: Timer;
  /** Name of this process among those that run jobs. */
  workerId: string;
}

const minute = 60_000;
/** Minutes of work that are kept and shown. */
const minutesKept = 60;
/** How often a process says that it is there and what it has done, in milliseconds. */
const beat = 15_000;
/** A process that was not heard of for so long is forgotten, in milliseconds (a day). */
const forgottenAfter = 86_400_000;

/**
 * What this process has done and that it is there, written down now and then for operators who look from any process.
 * A process that is killed takes the figures of its last seconds along; they are figures, not work.
 */
export class WorkRecord {
  readonly #options: WorkRecordOptions;
  #pending = new Map<number, { completed: number; failed: number }>();
  #startedAt: Date | undefined;
  #lastJobAt: Date | null = null;
  #writing: Promise<void> = Promise.resolve();
  #cancelBeat = () => {};

  constructor(options: WorkRecordOptions) {
    this.#options = options;
  }

  /** Enters this process among those that run jobs and keeps saying that it is there. */
  async begin(): Promise<void> {
    const { db, now } = this.#options;
    this.#startedAt = now();
    await db.delete(workerProcesses).where(lt(workerProcesses.seenAt, new Date(Number(now()) - forgottenAfter)));
    await this.write();
    this.#beatLater();
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

  /** Writes down what was not yet. Calls follow each other: two at once would count twice. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeNow());
    return this.#writing;
  }

  /** Writes down the last figures and takes this process off the list. */
  async end(): Promise<void> {
    this.#cancelBeat();
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
    const since = new Date(Number(this.#options.now()) - forgottenAfter);
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

  #beatLater(): void {
    const { log, timer } = this.#options;
    this.#cancelBeat = timer(beat, () => {
      this.write()
        .catch((error: unknown) => log.warn({ err: error }, 'this process could not say that it is there'))
        .finally(() => {
          if (this.#startedAt) this.#beatLater();
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
