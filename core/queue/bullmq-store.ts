import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Logger } from 'pino';

/** The part of BullMQ's Queue in use; the same in every store. */
export type BullQueue = Pick<
  Queue,
  | 'add'
  | 'getCountsPerPriority'
  | 'getDelayedCount'
  | 'getFailedCount'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobs'
  | 'getJobSchedulers'
  | 'getJobState'
  | 'getRanges'
  | 'isPaused'
  | 'pause'
  | 'remove'
  | 'removeJobScheduler'
  | 'resume'
  | 'updateJobProgress'
  | 'upsertJobScheduler'
>;

/** Options of a worker. */
type TakeOptions = Omit<WorkerOptions, 'connection'>;

/** BullMQ's storage of the queue. */
export interface BullStore {
  readonly driver: 'redis' | 'postgres';
  readonly queue: BullQueue;
  /** False if a command is known to fail now. */
  isReachable(): boolean;
  /** Notes about the queue as a whole. */
  readNotes(): Promise<Record<string, string>>;
  writeNotes(notes: Record<string, string | number>): Promise<void>;
  removeNotes(names: string[]): Promise<void>;
  /** Starts taking jobs over separate connections. */
  openWorker(run: Processor, options: TakeOptions): Pick<Worker, 'close' | 'pause'>;
  close(): Promise<void>;
}

export interface BullStoreOptions {
  url: string;
  /** Name of the queue; tests have one each. */
  name?: string;
  log: Logger;
}

/** The one queue of the product: priorities and the pause hold for all jobs. */
export const queueName = 'vitrine';
