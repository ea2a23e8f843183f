// A product that takes reports or sweeps, and is killed at the given point, to be started by the tests.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { openDatabase } from '../../db/open.ts';
import { readConfig } from '../../server/config.ts';
import { createHitBatch } from '../../server/health-check/hit-batch.ts';
import { tellFlips } from '../../workers/health/alarms.ts';
import { sweepOverdue } from '../../workers/health/sweep.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';

const [time = '', point = '', ...codes] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

const config = readConfig({ ...process.env, PUBLIC_URL: 'https://harbour.example' });
const { db } = await openDatabase(config);
const shared = { db, log: pino({ level: 'silent' }), now: () => new Date(time), randomBytes };
const queue = createEmbeddedQueue(shared);

if (point === 'reports') {
  const batch = createHitBatch(db, shared.now);
  let acknowledged = 0;
  for (const code of codes) {
    const hit = { code, kind: 'success', exitCode: null, method: 'GET', userAgent: '', body: '' } as const;
    void batch.record(hit).then(() => {
      process.stdout.write(`${code}\n`);
      acknowledged += 1;
      // In the middle of it: some are acknowledged, others are written and not, others wait.
      if (acknowledged > codes.length / 3) die();
    });
    if (Math.random() < 0.2) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 10_000));
}
if (point === 'before the sweep') die();
await sweepOverdue(db, shared.now(), shared.now());
if (point === 'after the sweep') die();
const enqueue = queue.enqueue.bind(queue);
queue.enqueue = async (job, data, options) => {
  if (point === 'messages written') die();
  await enqueue(job, data, options);
  if (point === 'one message enqueued') die();
};
await tellFlips({ ...shared, config, queue });
die();
