import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failedEnqueues } from '../../core/metrics/registry.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { startFakeTwilio } from '../fakes/twilio.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { untilLong } from './bullmq-setup.ts';

/** The whole product on a real Redis that is not always there. */
describe('while Redis is away', () => {
  let redis: RedisServer;
  let smtp: FakeSmtp;
  let twilio: Awaited<ReturnType<typeof startFakeTwilio>>;
  let product: TestServer;
  const start = () =>
    startTestServer({
      REDIS_URL: redis.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'noreply@harbour.example',
      TWILIO_API_BASE: twilio.url,
    });
  beforeEach(async () => {
    redis = await startRedisServer();
    smtp = await startFakeSmtp();
    twilio = await startFakeTwilio({ now: () => new Date() });
  });
  afterEach(async () => {
    await product.stop();
    await twilio.stop();
    await smtp.stop();
    await redis.remove();
  });

  async function send(text: string): Promise<void> {
    const message = { name: 'Ann', email: 'ann@example.org', message: text };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(message);
    const answer = await fetch(`${product.address}/api/sendemail`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }

  const failures = async () => (await failedEnqueues.get()).values[0]?.value ?? 0;

  test('requests are served and recorded; their jobs run after the outage', async () => {
    product = await start();
    await send('before');
    await untilLong(() => smtp.mails.length === 1);

    await redis.kill();
    const failuresBefore = await failures();
    await send('meanwhile');
    expect(await failures()).toBe(failuresBefore + 1);
    const client = trpcClient(product.address, await signIn(product.address, admin));
    const account = {
      twilioPhoneNumber: '+15005550006',
      phoneNumber: '+15007770099',
      projectName: 'Harbour',
      isActive: true,
      isDefault: false,
      ...twilio.addAccount(),
    };
    const { id } = await client.telephony.clients.save.mutate({ values: account });
    for (const path of ['/', '/readyz', '/api/getallplan'])
      expect((await fetch(product.address + path)).status).toBe(200);
    // A request for a background job itself fails visibly.
    await expect(client.telephony.clients.sync.mutate({ id })).rejects.toMatchObject({
      data: { httpStatus: 503 },
      message: expect.stringContaining('try again'),
    });

    await redis.restart();
    await untilLong(() => product.deps.queue.overview().then(Boolean, () => false));
    await handlers.sweepUnmailedMessages.run({}, product.deps);
    await handlers.syncMessageLogs.run({}, product.deps);
    await untilLong(async () => (await product.deps.db.select().from(inboxMessages)).every(({ mailedAt }) => mailedAt));
    expect(smtp.mails).toHaveLength(2);
    const isChecked = async () =>
      (await product.deps.db.select().from(telephonyClients)).every(({ credentials }) => credentials === 'accepted');
    await untilLong(isChecked);
  });

  test('the product starts, and runs jobs after the outage', async () => {
    await redis.kill();
    product = await start();
    await send('early');
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
    await redis.restart();
    const lastJobs = async () => (await product.deps.queue.workers()).map(({ lastJobAt }) => lastJobAt);
    await untilLong(async () => (await lastJobs()).some((at) => at !== null));
    await untilLong(() =>
      product.deps.queue.schedules().then(
        (schedules) => schedules.length > 5,
        () => false,
      ),
    );
    await untilLong(() => smtp.mails.length === 1);
  });
});
