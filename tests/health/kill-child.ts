// Started by kill-start.ts: accepts pings, or records that it listens, sweeps and works jobs off, and kills itself on the way.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { z } from 'zod';
import { readConfig } from '../../core/config/config.ts';
import { recordListening } from '../../core/health/listening.ts';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { type JobHandler, runnable } from '../../core/queue/handler.ts';
import { openDatabase } from '../../db/open.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { afterWrites } from '../fixture/after-writes.ts';
import { noLimit } from '../fixture/no-limit.ts';

// `point`: 'pings', or the number of writes after which this process dies.
const [time = '', twilio = '', smtp = '', point = '', ...codes] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

const config = readConfig({
  ...process.env,
  PUBLIC_URL: 'https://harbour.example',
  TWILIO_API_BASE: twilio,
  SMTP_URL: smtp,
  MAIL_FROM: 'noreply@harbour.example',
});
const { db } = await openDatabase(config);
const shared = { db, log: pino({ level: 'silent' }), now: () => new Date(time), randomBytes };

if (point === 'pings') {
  const writer = createPingWriter(db, shared.now, noLimit);
  let acknowledged = 0;
  for (const code of codes) {
    const ping = { code, kind: 'success', exitCode: null, method: 'GET', userAgent: '', body: '' } as const;
    void writer.record(ping).then(() => {
      process.stdout.write(`${code}\n`);
      acknowledged += 1;
      // Now some pings are acknowledged, some written but not acknowledged, some still waiting.
      if (acknowledged > codes.length / 3) die();
    });
    if (Math.random() < 0.2) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 10_000));
}

const queue = createEmbeddedQueue(shared);
const deps = { ...shared, config, queue };
let last = Promise.resolve();

/** Runs the jobs one after the other, so that the order of writes is the same in every process. */
function sequential<Data extends z.ZodType>(job: JobHandler<Data>): JobHandler<Data> {
  const run: typeof job.run = (data, deps) => {
    const mine = last.then(() => job.run(data, deps));
    last = mine.catch(() => {});
    return mine;
  };
  return { ...job, run };
}

if (point === '0') die();
afterWrites(db, Number(point), die);
await recordListening(db, shared.now());
await handlers.sweepHealth.run({}, deps);
const { callWatchdog, mailHealthAlarm, sendMessage, sendMessages } = handlers;
const inTurn = [
  sequential(sendMessage),
  sequential(sendMessages),
  sequential(mailHealthAlarm),
  sequential(callWatchdog),
];
await queue.work(runnable(inTurn, deps));
while ((await db.$count(jobs)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
process.exit(0);
