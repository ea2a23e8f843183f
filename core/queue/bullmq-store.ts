import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Logger } from 'pino';

/** What is used of BullMQ's Queue; the same in every store. */
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

/** How a worker takes jobs. */
type TakeOptions = Omit<WorkerOptions, 'connection'>;

/** Where BullMQ keeps the queue. */
export interface BullStore {
  readonly driver: 'redis' | 'postgres';
  readonly queue: BullQueue;
  /** False when it is known that a command would fail now. */
  isReachable(): boolean;
  /** Notes about the queue as a whole. */
  readNotes(): Promise<Record<string, string>>;
  writeNotes(notes: Record<string, string | number>): Promise<void>;
  removeNotes(names: string[]): Promise<void>;
  /** Starts taking jobs over connections of its own. */
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
