import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What this process counts, from its start on. What the database and the queue know is read when it is asked for. */
export const processMetrics = new Registry();
const registers = [processMetrics];

collectDefaultMetrics({ register: processMetrics });

// `job` is a name that Prometheus gives to what it scrapes, hence `job_name`.
/** Runs of jobs that ended in this process. */
export const jobRuns = new Counter({
  name: 'vitrine_job_runs_total',
  help: 'Runs of background jobs that ended in this process; a failed run may be tried again.',
  labelNames: ['job_name', 'outcome'] as const,
  registers,
});

/** How long they took, in seconds. */
export const jobSeconds = new Histogram({
  name: 'vitrine_job_duration_seconds',
  help: 'How long runs of background jobs took in this process.',
  labelNames: ['job_name'] as const,
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  registers,
});

/** Jobs for stored rows that the queue could not take. */
export const failedEnqueues = new Counter({
  name: 'vitrine_queue_failed_enqueues_total',
  help: 'Jobs that this process could not store; their rows are found by a sweep.',
  registers,
});

/** What can fail where nobody waits for an answer. */
const failureSources = ['job', 'queue', 'audit', 'report', 'limits', 'database'] as const;
export type FailureSource = (typeof failureSources)[number];

/** Failures that no answer told anyone of; each has its line in the log. */
const backgroundFailures = new Counter({
  name: 'vitrine_background_failures_total',
  help: 'Failures that no answer told anyone of, by where they happened; the log has each.',
  labelNames: ['source'] as const,
  registers,
});
// A counter that appears with its first failure cannot be alarmed on.
for (const source of failureSources) backgroundFailures.inc({ source }, 0);

/** Counts a failure that no answer tells anyone of; the caller logs it. */
export function countFailure(source: FailureSource): void {
  backgroundFailures.inc({ source });
}
