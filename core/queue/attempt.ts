import type { Logger } from 'pino';
import { countFailure, jobRuns, jobSeconds } from '../metrics/registry.ts';
import { backoff, requestedWait } from './backoff.ts';
import { outageOf } from './outage.ts';
import { Postponed, type RunnableJob } from './queue.ts';

/** What a run needs besides its job. */
interface RunContext {
  log: Logger;
  randomBytes(length: number): Buffer;
  /** How long ago the job was enqueued, in milliseconds. */
  ageMs: number;
}

/**
 * How a run of a job ended: done, to retry after a wait in milliseconds, or parked. A `postponed` run does not count as an
 * attempt: it failed through an outage, or did nothing yet (`isFailure: false`).
 */
export type Outcome =
  | { result: 'done' }
  | { result: 'again' | 'postponed'; error: string; wait: number; isFailure?: false }
  | { result: 'parked'; error: string };

const outcomes = { done: 'completed', again: 'failed', postponed: 'failed', parked: 'parked' } as const;

/** Wait after an outage of the database or the queue, plus up to a quarter at random: jobs go on within seconds. */
const storeRetryMs = 2000;
/** An outage of a provider that lasts longer than a day needs a person. */
const maxProviderOutageMs = 86_400_000;

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
  const isIdle = 'isFailure' in outcome && outcome.isFailure === false;
  if (!isIdle) countRun(job.name, outcomes[outcome.result]);
  return outcome;
}

/** Counts a run that ended, and a failure for each run that did not complete. */
function countRun(name: string, outcome: (typeof outcomes)[Outcome['result']]): void {
  jobRuns.inc({ job_name: name, outcome });
  if (outcome !== 'completed') countFailure('job');
}

/** Why a job is parked whose last run ended with its process. */
export const processEnded = 'The process ended while the job was running.';

/** Logs and counts the last run of a job that ended with its process: another process parks the job. */
export function parkInterrupted(name: string, attempts: number, log: Logger): void {
  log.error({ attempts }, 'job parked: its process ended during the run');
  countRun(name, 'parked');
}

async function run(job: RunnableJob, stored: unknown, attempt: number, context: RunContext): Promise<Outcome> {
  const data = job.data.safeParse(stored);
  try {
    if (!data.success) throw data.error;
    await job.run(data.data, context);
    return { result: 'done' };
  } catch (failure) {
    if (failure instanceof Postponed) {
      context.log.info({ reason: failure.message }, 'job postponed');
      return { result: 'postponed', error: failure.message, wait: failure.retryAfterSeconds * 1000, isFailure: false };
    }
    // Retrying does not help when the data fails the schema.
    const isLast = !data.success || attempt >= job.retry.attempts;
    const error = failure instanceof Error ? failure.message : String(failure);
    const outage = outageOf(failure);
    if (outage === 'store') {
      context.log.warn({ err: failure }, 'job postponed: the database or the queue does not work');
      const wait = backoff({ attempts: 1, backoffSeconds: storeRetryMs / 1000 }, 1, context.randomBytes);
      return { result: 'postponed', error, wait };
    }
    const wait = Math.max(backoff(job.retry, attempt, context.randomBytes), requestedWait(failure));
    if (isLast && outage === 'provider' && context.ageMs < maxProviderOutageMs) {
      context.log.warn({ err: failure, attempts: attempt }, 'job postponed: the provider does not work');
      return { result: 'postponed', error, wait };
    }
    if (isLast) {
      context.log.error({ err: failure, attempts: attempt }, 'job parked');
      return { result: 'parked', error };
    }
    context.log.warn({ err: failure, attempts: attempt }, 'job failed');
    return { result: 'again', error, wait };
  }
}
