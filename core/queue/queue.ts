import type { Logger } from 'pino';
import type { z } from 'zod';

/** Number of attempts and the wait between them: `backoffSeconds`, then doubling (core/queue/backoff.ts). */
export interface RetryPolicy {
  /** Runs before the job is parked, the first one included. */
  attempts: number;
  backoffSeconds: number;
}

/** A kind of background job, as its callers see it; the handler is a file in workers/jobs/. */
export interface Job<Data extends z.ZodType = z.ZodType> {
  /** Unique; stored with waiting jobs, so a renamed job loses them. */
  readonly name: string;
  /** Checked when enqueued and again when run. Plain JSON, and no secrets. */
  readonly data: Data;
  readonly retry: RetryPolicy;
  /** Seconds between runs of a scheduled job; its schema must accept `{}`. */
  readonly every?: number;
}

/** Declares a job; in the file jobs.ts of its feature. */
export function defineJob<Data extends z.ZodType>(job: Job<Data>): Job<Data> {
  return job;
}

/**
 * A job that a worker can run. A run may repeat (a process can die after the work and before its record), so `run` must be
 * idempotent. `log` names the job in each line.
 */
export interface RunnableJob<Data extends z.ZodType = z.ZodType> extends Job<Data> {
  run(data: z.output<Data>, context: { log: Logger }): Promise<void>;
}

/** Workers take due jobs in this order, the oldest first within a priority. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

export interface EnqueueOptions {
  /** Adds no second job of this name and key while one waits or runs; replaces a parked one. */
  dedupeKey?: string;
  /** Earliest start, seconds from now. */
  delaySeconds?: number;
  /** Default: normal. */
  priority?: Priority;
  /**
   * For a run that a person requests: a waiting job with the same key becomes due no later than this job would be, at the
   * higher of both priorities; its attempts stay counted.
   */
  promote?: boolean;
}

/** Dedupe key of the jobs that schedules add: skips a run while the previous one waits or runs. */
export const scheduleKey = 'schedule';

/** A job with a dedupe key that waits or runs. */
export interface KeyedJob {
  /** `delayed`: due later, for the first time or again after a failure. */
  state: 'waiting' | 'delayed' | 'active';
  /** When the job became or becomes due. */
  dueAt: Date;
}

/** A job that failed its last attempt and waits for a person. */
export interface ParkedJob {
  id: string;
  name: string;
  data: unknown;
  attempts: number;
  /** Message of the last failure. */
  error: string;
  enqueuedAt: Date;
  parkedAt: Date;
}

/** Position of a job in the list of parked jobs. */
export type ParkedPlace = Pick<ParkedJob, 'id' | 'parkedAt'>;

/** Jobs that one process runs at the same time. */
export const concurrency = 4;
/** Longest wait of close() for running jobs, in seconds: the process must end within 10 s of the signal. */
export const drainSeconds = 7;

/** The store of the queue does not answer; the job is not enqueued. */
export class QueueUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The job queue cannot be reached.', { cause });
  }
}

/**
 * Thrown by a job that cannot do its work now although nothing failed: another process does it, or no place is free. The
 * job runs again after the wait, and the run counts neither as an attempt nor as a failure.
 */
export class Postponed extends Error {
  readonly retryAfterSeconds: number;
  constructor(reason: string, retryAfterSeconds: number) {
    super(reason);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The store of a queue. */
type QueueDriver = 'embedded' | 'redis' | 'postgres';

/** Runs that ended within one minute. */
export interface MinuteOfWork {
  /** Start of the minute. */
  minute: Date;
  completed: number;
  /** Runs that threw, including those with further attempts. */
  failed: number;
}

/** State of a queue. */
export interface QueueOverview {
  /** Jobs that are due and not running yet. */
  waiting: number;
  /** Jobs that are due later: delayed jobs, and jobs between two attempts. */
  delayed: number;
  active: number;
  parked: number;
  isPaused: boolean;
  /** How long the oldest job in `waiting` has been due; 0 without one. */
  oldestDueSeconds: number;
  /** The last 60 minutes, the oldest first, the current one last; includes runs of other processes within 15 s. */
  throughput: MinuteOfWork[];
}

/** A scheduled job. */
export interface ScheduleState {
  name: string;
  everySeconds: number;
  /** When it was last made due. */
  lastRunAt: Date | null;
  nextRunAt: Date | null;
}

/** A process that runs jobs. */
export interface WorkerProcess {
  /** Host and process id, `host:pid`. */
  id: string;
  startedAt: Date;
  /** Last sign of life; one every 15 s. */
  seenAt: Date;
  /** When the process last took a job. */
  lastJobAt: Date | null;
}

/** A persistent job queue. Drivers share one contract: tests/queue/contract/. */
export interface JobQueue {
  readonly driver: QueueDriver;
  /** True if other processes can take this queue's jobs. */
  readonly shared: boolean;
  /** BullMQ's queue, for Bull Board; null for another driver. */
  readonly bullMq: object | null;
  /**
   * Stores the job before it returns. Throws a ZodError if the data fails the job's schema, and QueueUnavailable if the
   * store does not answer. For a stored row with a sweep, call enqueueStored (enqueue-stored.ts) instead.
   */
  enqueue<Data extends z.ZodType>(job: Job<Data>, data: z.input<Data>, options?: EnqueueOptions): Promise<void>;
  /** The job with this dedupe key; null if none waits or runs. Throws QueueUnavailable. */
  find(job: Job, dedupeKey: string): Promise<KeyedJob | null>;
  /**
   * Runs the job now and then at the interval; a repeated call changes only the interval. One run makes up for all runs
   * missed while no worker ran; a run is skipped while the previous one waits or runs.
   */
  schedule(job: Job, everySeconds: number): Promise<void>;
  /** Starts running these jobs, schedules those with `every` and removes all other stored schedules. Once per queue. */
  work(jobs: readonly RunnableJob[]): Promise<void>;
  /** Stops taking jobs and waits up to 7 s for running jobs; interrupted jobs run again, here at the next start or elsewhere. */
  close(): Promise<void>;

  overview(): Promise<QueueOverview>;
  /** Scheduled jobs, by name. */
  schedules(): Promise<ScheduleState[]>;
  /** Processes that run this queue's jobs, the newest first; a killed process stays in the list for a day. */
  workers(): Promise<WorkerProcess[]>;
  /** Stops taking jobs until `resume`, in all processes and across restarts; running jobs finish. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Parked jobs, the last parked first; `before` continues after the last job of a page, even if that job is gone. */
  listParked(page?: { limit?: number; before?: ParkedPlace | undefined }): Promise<ParkedJob[]>;
  /** Finds a parked job by its id; null if the job is not parked. */
  findParked(id: string): Promise<ParkedJob | null>;
  countParked(): Promise<number>;
  /** Retries a parked job with all its attempts; false if the job is not parked. */
  retryParked(id: string): Promise<boolean>;
  /** Retries every parked job with all its attempts; returns their number. */
  retryAllParked(): Promise<number>;
  /** Deletes a parked job; false if the job is not parked. */
  removeParked(id: string): Promise<boolean>;
}

/** Maps jobs by name; throws on a duplicate. */
export function jobsByName(jobs: readonly RunnableJob[]): ReadonlyMap<string, RunnableJob> {
  const named = new Map(jobs.map((job) => [job.name, job]));
  if (named.size < jobs.length) throw new Error('two jobs have the same name');
  return named;
}
