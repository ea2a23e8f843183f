import { expect, test } from 'vitest';
import { until } from '../fakes/clock.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startRedisServer } from '../fixture/redis-server.ts';
import { startTestServer } from '../fixture/server.ts';
import { enqueueParked } from './parked.ts';

test('opens from the Jobs screen and shows the parked job without buttons to change it', async () => {
  const redis = await startRedisServer();
  const server = await startTestServer({ REDIS_URL: redis.url });
  await enqueueParked(server.deps.queue, 'seven');
  await until(async () => (await server.deps.queue.countParked()) === 1);
  const browser = await launchBrowser();
  const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 1000 } });
  await signInAsAdmin(page, server);
  await page.goto(`${server.address}/#/admin/jobs`);
  await page.getByText('BullMQ on Redis').waitFor();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Bull Board' }).click(),
  ]);
  const failures: string[] = [];
  opened.on('pageerror', (error) => failures.push(String(error)));
  await opened
    .getByRole('link', { name: /vitrine/ })
    .first()
    .waitFor();
  await opened.goto(`${server.address}/admin/queues/queue/vitrine?status=failed`);
  await opened.getByText('send-message').first().waitFor();
  expect(await opened.getByRole('button', { name: /retry|clean|promote|pause|add job/i }).count()).toBe(0);
  expect(failures).toEqual([]);
  await browser.close();
  await server.stop();
  await redis.remove();
}, 60_000);
