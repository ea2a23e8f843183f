import { describe } from 'vitest';
import { closingContract } from './closing.ts';
import { enqueueContract } from './enqueue.ts';
import { operatorContract } from './operator.ts';
import { retriesContract } from './retries.ts';
import { schedulesContract } from './schedules.ts';
import type { MakeSetup } from './setup.ts';

/** What every driver of JobQueue must do. */
export function queueContract(name: string, makeSetup: MakeSetup): void {
  describe(`${name} queue`, () => {
    enqueueContract(makeSetup);
    retriesContract(makeSetup);
    schedulesContract(makeSetup);
    closingContract(makeSetup);
    operatorContract(makeSetup);
  });
}
