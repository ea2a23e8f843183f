import type { Logger } from 'pino';
import { countFailure, jobRuns, jobSeconds } from '../metrics/registry.ts';
import { backoff, requestedWait } from './backoff.ts';
import type { RunnableJob } from './queue.ts';

/** What a run needs besides its job. */
interface RunContext {
  log: Logger;
  randomBytes(length: number): Buffer;
}

/** How a run of a job ended: done, to retry after a wait in milliseconds, or parked. */
export type Outcome =
  | { result: 'done' }
  | { result: 'again'; error: string; wait: number }
  | { result: 'parked'; error: string };

const outcomes = { done: 'completed', again: 'failed', parked: 'parked' } as const;

/** Runs a stored job once, logs a failure and counts the run. `attempt` counts from 1 and includes this run. */
export async function runOnce(
  job: RunnableJob,
  stored: unknown,
  attempt: number,
  context: RunContext,
): Promise<Outcome> {
  const stop = jobSeconds.startTimer({ job_name: job.name });
  const outcome = await run(job, stored, attempt, context);
  stop();
  jobRuns.inc({ job_name: job.name, outcome: outcomes[outcome.result] });
  if (outcome.result !== 'done') countFailure('job');
  return outcome;
}

async function run(job: RunnableJob, stored: unknown, attempt: number, context: RunContext): Promise<Outcome> {
  const data = job.data.safeParse(stored);
  try {
    if (!data.success) throw data.error;
    await job.run(data.data, context);
    return { result: 'done' };
  } catch (failure) {
    // Retrying does not help when the data fails the schema.
    const isLast = !data.success || attempt >= job.retry.attempts;
    const error = failure instanceof Error ? failure.message : String(failure);
    if (isLast) {
      context.log.error({ err: failure, attempts: attempt }, 'job parked');
      return { result: 'parked', error };
    }
    context.log.warn({ err: failure, attempts: attempt }, 'job failed');
    const wait = Math.max(backoff(job.retry, attempt, context.randomBytes), requestedWait(failure));
    return { result: 'again', error, wait };
  }
}
