import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHours, checks } from '../../db/schema/checks.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let id: number;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  ({ page } = await openPage(browser, { viewport: { width: 1440, height: 1000 } }));
  id = await addServer();
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const hourMs = 3_600_000;

/** A server with two checks that have attempts in the last 30 days; one failed in two hours. */
async function addServer(): Promise<number> {
  const api = trpcClient(server.address, server.adminToken);
  const registered = await api.health.register.mutate({
    name: 'Shop',
    schedule: { kind: 'period', seconds: 3600 },
    checks: [
      { target: { kind: 'tcp', host: 'db.example', port: 5432 }, isActive: false },
      { target: { kind: 'http', url: 'https://shop.example/health' }, isActive: false },
    ],
  });
  const { db } = server.deps;
  // No worker attempts the checks: they are due tomorrow, and the interval of a day keeps the repair of due times from changing that.
  const [checkedAt, dueAt] = [new Date(), new Date(Date.now() + 24 * hourMs)];
  const everySeconds = 86_400;
  await db.update(checks).set({ status: 'up', isActive: true, checkedAt, latencyMs: 120, everySeconds, dueAt });
  const now = Math.floor(Date.now() / hourMs);
  for (const { id: checkId, kind } of await db.select().from(checks))
    await db.insert(checkHours).values(
      Array.from({ length: 30 * 24 }, (_, ago) => {
        const averageMs = (kind === 'http' ? 120 : 12) * (1 + 0.4 * Math.sin(ago / 4)) + (ago === 5 ? 200 : 0);
        const failures = kind === 'http' && (ago === 4 || ago === 5) ? 3 : 0;
        const totalMs = Math.round(60 * averageMs);
        return { checkId, hour: new Date((now - ago) * hourMs), attempts: 60, failures, totalMs, maxMs: 900 };
      }),
    );
  return registered.id;
}

test('the page of a server shows the response times of each check as a chart, and the commands around a deployment', async () => {
  await page.goto(`${server.address}/#/admin/schedule-tasks/${id}`);
  const times = page.getByRole('region', { name: 'Response times' });
  await times.getByText(/^Average 1\d\d ms, longest 900 ms, 6 of 1,440 failed\.$/).waitFor();
  await times.getByText('30 days', { exact: true }).click();
  await times.getByText(/6 of 43,200 failed/).waitFor();
  // By keyboard: the other check.
  await times.getByRole('combobox', { name: 'Check' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'db.example:5432' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await times.getByText(/none of 43,200 failed/).waitFor();
  const deployments = page.getByRole('region', { name: 'Deployments' });
  await deployments.getByText(`{"MonitorID": ${id}, "Minutes": 0}`).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    await expectAccessible(page);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
