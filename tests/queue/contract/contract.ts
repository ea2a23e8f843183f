import { describe } from 'vitest';
import type { MakeBed } from './bed.ts';
import { closingContract } from './closing.ts';
import { enqueueContract } from './enqueue.ts';
import { operatorContract } from './operator.ts';
import { retriesContract } from './retries.ts';
import { schedulesContract } from './schedules.ts';

/** What every driver of JobQueue must do. */
export function queueContract(name: string, makeBed: MakeBed): void {
  describe(`${name} queue`, () => {
    enqueueContract(makeBed);
    retriesContract(makeBed);
    schedulesContract(makeBed);
    closingContract(makeBed);
    operatorContract(makeBed);
  });
}
