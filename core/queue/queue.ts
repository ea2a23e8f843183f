import type { Logger } from 'pino';
import type { z } from 'zod';

/** How often a job is tried and how long it waits: `backoffSeconds`, then twice that, and so on (core/queue/backoff.ts). */
export interface RetryPolicy {
  /** Runs before the job is parked, the first one included. */
  attempts: number;
  backoffSeconds: number;
}

/** A kind of background work, as those who enqueue it know it; its handler is a file in workers/jobs/. */
export interface Job<Data extends z.ZodType = z.ZodType> {
  /** Unique; stored with waiting work, so a renamed job forgets it. */
  readonly name: string;
  /** Checked when enqueued and again when run. Plain JSON, and no secrets. */
  readonly data: Data;
  readonly retry: RetryPolicy;
  /** Seconds between runs of a job that runs by itself; its schema must take `{}`. */
  readonly every?: number;
}

/** Declares a job; in the file jobs.ts of its feature. */
export function defineJob<Data extends z.ZodType>(job: Job<Data>): Job<Data> {
  return job;
}

/**
 * A job that a worker can run. A run may happen more than once (a process can die after the work and before it is
 * recorded), so `run` must leave the same result the second time. `log` names the job in each line.
 */
export interface RunnableJob<Data extends z.ZodType = z.ZodType> extends Job<Data> {
  run(data: z.output<Data>, context: { log: Logger }): Promise<void>;
}

/** Jobs that are due are taken in this order, the oldest first among equals. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

export interface EnqueueOptions {
  /** While a job of this name with this key waits or runs, another is not added; a parked one is replaced. */
  dedupeKey?: string;
  /** Earliest start, seconds from now. */
  delaySeconds?: number;
  /** Left out: normal. */
  priority?: Priority;
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

/** Where a job stands among the parked ones. */
export type ParkedPlace = Pick<ParkedJob, 'id' | 'parkedAt'>;

/** Jobs that one process runs at the same time. */
export const concurrency = 4;
/** Longest time close() waits for running jobs, in seconds: the process is to be gone 10 s after it was told to stop. */
export const drainSeconds = 7;

/** The store of the queue does not answer; what was to be enqueued is not. */
export class QueueUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The job queue cannot be reached.', { cause });
  }
}

/** Which store a queue is in. */
type QueueDriver = 'embedded' | 'redis' | 'postgres';

/** Runs that ended within one minute. */
export interface MinuteOfWork {
  /** Its beginning. */
  minute: Date;
  completed: number;
  /** Runs that threw, also those that are tried again. */
  failed: number;
}

/** How a queue stands. */
export interface QueueOverview {
  /** Jobs that are due and not taken yet. */
  waiting: number;
  /** Jobs whose time has not come: delayed ones, and those that wait for another attempt. */
  delayed: number;
  active: number;
  parked: number;
  isPaused: boolean;
  /** How long the oldest job in `waiting` has been due; 0 when there is none. */
  oldestDueSeconds: number;
  /** The last 60 minutes, the oldest first, the running one last; other processes' runs are in it within 15 s. */
  throughput: MinuteOfWork[];
}

/** A job that runs by itself. */
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
  /** When it last said that it is there, which it does every 15 s. */
  seenAt: Date;
  /** When it last took a job. */
  lastJobAt: Date | null;
}

/** Background work that outlives the process. Drivers share one contract: tests/workers/contract/. */
export interface JobQueue {
  readonly driver: QueueDriver;
  /** True when other processes can take this queue's work. */
  readonly shared: boolean;
  /** BullMQ's own queue, for its board to look at; null for a driver that is not BullMQ. */
  readonly bullMq: object | null;
  /**
   * Stores the job before it returns. Throws a ZodError when the data does not fit the job's schema, and when the store
   * does not answer; whoever has stored a row that a sweep looks at calls enqueueStored (enqueue-stored.ts) instead.
   */
  enqueue<Data extends z.ZodType>(job: Job<Data>, data: z.input<Data>, options?: EnqueueOptions): Promise<void>;
  /**
   * Runs the job now and then every so many seconds; the same again changes nothing, other seconds change the rhythm.
   * Runs missed while no process worked are made up for by one; a run is left out while the one before it still waits or runs.
   */
  schedule(job: Job, everySeconds: number): Promise<void>;
  /** Starts running these jobs, schedules those with `every`, and ends stored schedules of others. Once per queue. */
  work(jobs: readonly RunnableJob[]): Promise<void>;
  /** Takes no more work and waits up to 7 s for what runs; what is cut off then runs again, here at the next start or elsewhere. */
  close(): Promise<void>;

  overview(): Promise<QueueOverview>;
  /** Jobs that run by themselves, by name. */
  schedules(): Promise<ScheduleState[]>;
  /** Processes that run this queue's jobs, the newest first; one that was killed is listed for a day. */
  workers(): Promise<WorkerProcess[]>;
  /** Nothing is taken until `resume`, in any process and over restarts; what runs is finished. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Parked jobs, the last parked first; `before` continues behind the job that ended a page, also when it has gone. */
  listParked(page?: { limit?: number; before?: ParkedPlace | undefined }): Promise<ParkedJob[]>;
  /** A parked job by its id; null when it is not parked (any more). */
  findParked(id: string): Promise<ParkedJob | null>;
  countParked(): Promise<number>;
  /** Gives a parked job its attempts back; false when it is not parked (any more). */
  retryParked(id: string): Promise<boolean>;
  /** Gives every parked job its attempts back; how many there were. */
  retryAllParked(): Promise<number>;
  /** Forgets a parked job for good; false when it is not parked (any more). */
  removeParked(id: string): Promise<boolean>;
}

/** Jobs by name; throws when two have the same. */
export function jobsByName(jobs: readonly RunnableJob[]): ReadonlyMap<string, RunnableJob> {
  const named = new Map(jobs.map((job) => [job.name, job]));
  if (named.size < jobs.length) throw new Error('two jobs have the same name');
  return named;
}
