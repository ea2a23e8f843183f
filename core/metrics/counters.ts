import { Counter, Histogram } from 'prom-client';
import { processMetrics } from './registry.ts';

const registers = [processMetrics];

/** Renderings of the public page: one per requested content revision. */
export const landingRenders = new Histogram({
  name: 'vitrine_landing_render_duration_seconds',
  help: 'Time to read the content, render the public page and compress it; the count is the number of renderings.',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  registers,
});

/** Kinds of picture work, all in the encoding process. */
const pictureTaskKinds = ['clean', 'variant', 'thumbhash', 'icon', 'preview'] as const;

/** Seconds from the request for a picture to its result. */
const pictureTasks = new Histogram({
  name: 'vitrine_picture_task_duration_seconds',
  help: 'Time to clean or draw a picture, including waiting; the count is the number of pictures.',
  labelNames: ['kind'] as const,
  buckets: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});
for (const kind of pictureTaskKinds) pictureTasks.zero({ kind });

/** Starts timing a picture; returns the function that stops it. */
export function timePictureTask(kind: (typeof pictureTaskKinds)[number]): () => void {
  return pictureTasks.startTimer({ kind });
}

const pingOutcomes = ['recorded', 'unknown', 'refused'] as const;

/** Pings since the last collection, by outcome: prom-client looks the series up by its labels for every value. */
const uncollected: Record<(typeof pingOutcomes)[number], number> = { recorded: 0, unknown: 0, refused: 0 };

/** Pings of monitored servers. */
new Counter({
  name: 'vitrine_heartbeats_total',
  help: 'Pings of monitored servers: recorded, with an unknown code, or refused by the rate limit.',
  labelNames: ['outcome'] as const,
  registers,
  collect() {
    for (const outcome of pingOutcomes) {
      this.inc({ outcome }, uncollected[outcome]);
      uncollected[outcome] = 0;
    }
  },
});

/** Recorded pings since the last call of `takeRecordedPings`. */
let untaken = 0;

/** Counts a ping. */
export function countPing(outcome: (typeof pingOutcomes)[number]): void {
  uncollected[outcome] += 1;
  if (outcome === 'recorded') untaken += 1;
}

/** The number of pings that this process has recorded since the last call. */
export function takeRecordedPings(): number {
  const taken = untaken;
  untaken = 0;
  return taken;
}
