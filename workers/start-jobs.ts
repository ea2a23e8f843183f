import type { CoreDependencies } from '../core/dependencies.ts';
import { runnable } from '../core/queue/handler.ts';
import { allHandlers } from './jobs/index.ts';

/** Runs every job of the product in this process, until the queue is closed. */
export async function startJobs(deps: CoreDependencies): Promise<void> {
  await deps.queue.work(runnable(allHandlers, deps));
}
