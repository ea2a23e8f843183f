import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../fakes/clock.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { enqueueParked } from './parked.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 1400 } }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');

test('shows the queue’s status, with the last hour as a chart and as a table', async () => {
  await page.goto(`${server.address}/#/admin/jobs`);
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await page.getByText('The embedded queue').waitFor();
  await page.getByRole('img', { name: /runs completed in the last hour, 0 failed/ }).waitFor();
  await page.getByText('As a table').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Runs by minute' }).getByRole('row').nth(1).waitFor();
  await page.getByRole('row', { name: /sweep-health every minute|sweep-health every \d+ seconds/ }).waitFor();
  await page.getByText('Ticking').waitFor();
  await page.getByText('There are no parked jobs.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('shows new parked jobs without a reload, also in the sidebar; they are opened, retried and removed by keyboard', async () => {
  await enqueueParked(server.deps.queue, 'a', 'b');
  await until(async () => (await server.deps.queue.countParked()) === 2);
  const openers = page.getByRole('button', { name: 'send-message', exact: true });
  await openers.nth(1).waitFor();
  await expect.poll(() => figure('Parked').textContent()).toBe('2');

  await openers.first().focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'send-message' });
  await panel.getByText('"b"').waitFor();
  await panel.getByText(/parked .* after 1 attempt\./).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this job permanently?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Removed send-message.').waitFor();
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => openers.count()).toBe(1);
  await page.getByRole('link', { name: 'Jobs' }).getByLabel('1 parked').waitFor();

  await page.getByRole('button', { name: /^Retry send-message/ }).click();
  await page.getByText('Retrying send-message.').waitFor();
  await until(async () => (await server.deps.queue.countParked()) === 1);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByText('Retrying 1 job.').waitFor();
});

test('pauses the queue after a confirmation, shows it, and resumes', async () => {
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Pause all background work?').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await server.deps.queue.overview()).isPaused).toBe(false);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The queue is paused').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await enqueueParked(server.deps.queue, 'c');
  await expect.poll(() => figure('Waiting').textContent()).toBe('1');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('The queue is paused').waitFor({ state: 'hidden' });
  await until(async () => (await server.deps.queue.overview()).waiting === 0);
  expect(problems).toEqual([]);
});
