import { Counter, Histogram } from 'prom-client';
import { processMetrics } from './registry.ts';

const registers = [processMetrics];

/** Requests by the pattern of their route, never by their address. */
export const httpRequests = new Counter({
  name: 'vitrine_http_requests_total',
  help: 'Requests answered, by route pattern, method and status.',
  labelNames: ['route', 'method', 'status'] as const,
  registers,
});

/** How long answers took, in seconds. */
export const httpSeconds = new Histogram({
  name: 'vitrine_http_request_duration_seconds',
  help: 'How long requests took until their answer was sent, by route pattern and method.',
  labelNames: ['route', 'method'] as const,
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

/** Renderings of the public page: one for each content revision that somebody asked for. */
export const landingRenders = new Histogram({
  name: 'vitrine_landing_render_duration_seconds',
  help: 'How long it took to read the content, render the public page and compress it; its count is the renderings.',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  registers,
});

/** What is done with pictures, each in the encoding process. */
const pictureTaskKinds = ['clean', 'variant', 'icon', 'preview'] as const;

/** How long a picture took from being asked for, in seconds. */
const pictureTasks = new Histogram({
  name: 'vitrine_picture_task_duration_seconds',
  help: 'How long it took to clean or draw a picture, waiting for others included; its count is the pictures.',
  labelNames: ['kind'] as const,
  buckets: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});
for (const kind of pictureTaskKinds) pictureTasks.zero({ kind });

/** Begins to time a picture; the function it returns ends that. */
export function timePictureTask(kind: (typeof pictureTaskKinds)[number]): () => void {
  return pictureTasks.startTimer({ kind });
}

const heartbeatOutcomes = ['recorded', 'unknown', 'refused'] as const;

/** Reports of monitored servers. */
const heartbeats = new Counter({
  name: 'vitrine_heartbeats_total',
  help: 'Reports of monitored servers: recorded, with a code nobody has, or refused because there were too many.',
  labelNames: ['outcome'] as const,
  registers,
});
for (const outcome of heartbeatOutcomes) heartbeats.inc({ outcome }, 0);

/** Counts a report. */
export function countHeartbeat(outcome: (typeof heartbeatOutcomes)[number]): void {
  heartbeats.inc({ outcome });
}
