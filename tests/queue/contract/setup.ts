import { afterEach, beforeEach } from 'vitest';
import type { CoreDependencies } from '../../../core/dependencies.ts';
import type { JobQueue, RunnableJob } from '../../../core/queue/queue.ts';

/** A driver and its fresh store, as the contract sees them. */
export interface QueueSetup {
  /** Opens the queue on the store, as a newly started process does; the one before is closed or dead. */
  open(): Promise<JobQueue>;
  deps(queue: JobQueue): CoreDependencies;
  /** Lets so many seconds pass (for a driver without a clock of its own: really) and everything happen that is due. */
  elapse(seconds: number): Promise<void>;
  /** Sets the clock of the process back. */
  setBack(seconds: number): void;
  /** Waits until the condition holds, for as long as the driver may take. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Longest time close() waits for running jobs. */
  drainSeconds: number;
  /** Arguments for Node to run a process that opens the store and works `lastingJob` (tests/queue/lasting-job.ts). */
  childArguments: string[];
  /** Closes the store and removes it. */
  remove(): Promise<void>;
}

export type MakeSetup = () => Promise<QueueSetup>;

/** Gives each test of the surrounding `describe` a setup and an open queue. */
export function useQueue(makeSetup: MakeSetup) {
  let setup: QueueSetup;
  let queue: JobQueue;
  beforeEach(async () => {
    setup = await makeSetup();
    queue = await setup.open();
  });
  afterEach(async () => {
    await queue.close();
    await setup.remove();
  });
  const open = async () => {
    queue = await setup.open();
  };
  return {
    get setup() {
      return setup;
    },
    get queue() {
      return queue;
    },
    work: (...jobs: RunnableJob[]) => queue.work(jobs),
    /** Opens the queue again; the one before is closed. */
    open,
    async restart() {
      await queue.close();
      await open();
    },
  };
}
