import type { Logger } from 'pino';
import { faultOf } from '../../db/faults.ts';

const retryMs = 5000;

/** Steps of a start that write. While the disk is full the start goes on without them, so that reads are served. */
export interface WritingSteps {
  /** Runs a step; on a full disk returns, and repeats the step every five seconds until it succeeds. */
  run(name: string, step: () => Promise<void>): Promise<void>;
  /** Ends the repetitions. */
  stop(): void;
}

/** Creates the list of steps that wait for room on the disk. */
export function createWritingSteps(log: Logger): WritingSteps {
  const waiting = new Set<NodeJS.Timeout>();
  let isStopped = false;

  async function run(name: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (faultOf(error) !== 'full') throw error;
      log.error({ err: error, step: name }, 'the disk of the database is full; trying again');
      repeat(name, step);
    }
  }

  function repeat(name: string, step: () => Promise<void>): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      waiting.delete(timer);
      run(name, step).catch((error: unknown) => {
        log.error({ err: error, step: name }, 'a step of the start failed; trying again');
        repeat(name, step);
      });
    }, retryMs);
    waiting.add(timer);
  }

  return {
    run,
    stop() {
      isStopped = true;
      for (const timer of waiting) clearTimeout(timer);
    },
  };
}
