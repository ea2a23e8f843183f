import type { z } from 'zod';
import type { CoreDependencies } from '../dependencies.ts';
import type { Job, RunnableJob } from './queue.ts';

/** A job with the code that runs it. */
export interface JobHandler<Data extends z.ZodType = z.ZodType> extends Job<Data> {
  run(data: z.output<Data>, deps: CoreDependencies): Promise<void>;
}

/** Declares the handler of a job; one file each in workers/jobs/. */
export function handleJob<Data extends z.ZodType>(job: Job<Data>, run: JobHandler<Data>['run']): JobHandler<Data> {
  return { ...job, run };
}

/** Binds handlers to their dependencies; each run logs under the name of its job. */
export function runnable(handlers: readonly JobHandler[], deps: CoreDependencies): RunnableJob[] {
  return handlers.map((handler) => ({ ...handler, run: (data, { log }) => handler.run(data, { ...deps, log }) }));
}
