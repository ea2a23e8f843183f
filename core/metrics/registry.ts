import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Counters of this process since its start. Figures of the database and the queue are read at scrape time. */
export const processMetrics = new Registry();
const registers = [processMetrics];

collectDefaultMetrics({ register: processMetrics });

// Prometheus itself sets the label `job`, hence `job_name`.
/** Finished job runs of this process. */
export const jobRuns = new Counter({
  name: 'vitrine_job_runs_total',
  help: 'Finished job runs of this process; a failed run may be retried.',
  labelNames: ['job_name', 'outcome'] as const,
  registers,
});

/** Durations of job runs in seconds. */
export const jobSeconds = new Histogram({
  name: 'vitrine_job_duration_seconds',
  help: 'Durations of job runs in this process.',
  labelNames: ['job_name'] as const,
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  registers,
});

/** Jobs for stored rows that could not be enqueued. */
export const failedEnqueues = new Counter({
  name: 'vitrine_queue_failed_enqueues_total',
  help: 'Jobs that this process could not enqueue; a sweep finds their rows.',
  registers,
});

/** Sources of background failures. */
const failureSources = [
  'job',
  'queue',
  'audit',
  'report',
  'limits',
  'database',
  'checks',
  'channel',
  'calendar',
  'watchdog',
] as const;
export type FailureSource = (typeof failureSources)[number];

/** Failures without a response to a caller; each has a log line. */
const backgroundFailures = new Counter({
  name: 'vitrine_background_failures_total',
  help: 'Background failures by source; each has a log line.',
  labelNames: ['source'] as const,
  registers,
});
// Start at 0: alerting on a counter needs its value before the first failure.
for (const source of failureSources) backgroundFailures.inc({ source }, 0);

/** Counts a background failure; the caller logs it. */
export function countFailure(source: FailureSource): void {
  backgroundFailures.inc({ source });
}
