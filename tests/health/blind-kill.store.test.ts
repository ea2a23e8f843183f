import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchdogState } from '../../core/health/watchdog.ts';
import { companies } from '../../db/schema/company.ts';
import { blindTimes, healthMails } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { harbour } from '../fixture/company.ts';
import { endOf, startDoomed } from './kill-start.ts';
import { makeSetup, minute, type Setup } from './setup.ts';

/** Minutes in which the product does not run. */
const downtime = 32;

let setup: Setup;
let smtp: FakeSmtp;
let outside: Server;
let variables: { SMTP_URL: string; MAIL_FROM: string; WATCHDOG_URL: string };
let requests: number;
beforeEach(async () => {
  requests = 0;
  smtp = await startFakeSmtp();
  outside = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = outside.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}/code`;
  variables = { SMTP_URL: smtp.url, MAIL_FROM: 'noreply@harbour.example', WATCHDOG_URL: url };
  setup = await makeSetup(variables);
  setup.movesAllDeadlines();
  await setup.deps.db.insert(companies).values(harbour);
  await setup.sweep();
  await setup.deps.db.delete(jobs);
  await setup.clock.elapse(downtime * minute);
});
afterEach(async () => {
  await setup.remove();
  outside.closeAllConnections();
  outside.close();
  await smtp.stop();
});

const start = (writes: number) => startDoomed({ setup, smtpUrl: smtp.url, variables }, String(writes));

/** True when the company has been notified of the downtime and the address outside got a request after it. */
async function isDone() {
  const mails = await setup.deps.db.select().from(healthMails);
  const watchdog = await watchdogState(setup.deps.db);
  const isSent = mails.length > 0 && mails.every(({ mailedAt }) => mailedAt !== null);
  return isSent && watchdog?.okAt != null && requests > 0 && (await setup.deps.db.$count(jobs)) === 0;
}

async function expectNotified() {
  const { db } = setup.deps;
  expect(await db.select().from(blindTimes)).toMatchObject([{ notifiedAt: expect.any(Date) }]);
  expect(await db.$count(healthMails)).toBe(1);
  expect(smtp.mails.length).toBe(1);
  expect(await watchdogState(db)).toMatchObject({ problem: null, okAt: expect.any(Date) });
}

/** Database writes from the end of a downtime to the sent mail and the request: the downtime, the news, the jobs, their ends. */
const writes = 14;

test.each(Array.from({ length: writes + 1 }, (_, after) => after))(
  'kill -9 %i writes after a downtime: the company is notified once, and the address outside gets its request',
  async (after) => {
    expect(await endOf(start(after))).toBe('SIGKILL');
    await setup.work(6, isDone);
    expect(await isDone()).toBe(true);
    await expectNotified();
  },
);

test(`the end of a downtime takes ${writes} writes at most`, async () => {
  expect(await endOf(start(writes + 1))).toBe(0);
  expect(requests).toBe(1);
  await expectNotified();
});
