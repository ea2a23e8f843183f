import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '../fixture/admin-routes.ts';
import { failCalls, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';

// A screen shows a failed load in place of the list: a notification disappears after five seconds.
let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page } = await openPage(browser));
  await signInAsAdmin(page, server);
  // The company is cached now; load the page again without the cache.
  await page.goto('about:blank');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const failed = () => page.getByRole('main').getByText(/^This .* could not be loaded$/);
const retry = () => page.getByRole('main').getByRole('button', { name: 'Try again' });
const waiting = () => page.getByRole('main').locator('[aria-busy=true], .mantine-Skeleton-root').count();

const loading = adminRoutes.filter(({ path }) => path !== 'section' && path !== 'changepassword');
const boards = [
  { path: 'trello', title: 'Trello Detail' },
  { path: 'trello-category', title: 'Trello Category' },
];

test.each([...loading, ...boards])('$path shows a failed load and loads after Try again', async (screen) => {
  const letThrough = await failCalls(page);
  await page.goto(`${server.address}/#/admin/${screen.path}`);
  await page.getByRole('heading', { level: 1, name: screen.title, exact: true }).waitFor();
  await failed().first().waitFor();
  await expect.poll(waiting).toBe(0);
  await letThrough();
  // A screen can have two lists; each failure has its own button.
  await retry().evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await failed().first().waitFor({ state: 'detached' });
  await expect.poll(waiting).toBe(0);
  expect(await failed().count()).toBe(0);
});

test('a row of a failed list is not reported as deleted', async () => {
  const letThrough = await failCalls(page, 'promo.heading.list');
  await page.goto('about:blank');
  await page.goto(`${server.address}/#/admin/promo?edit=1`);
  const panel = page.getByRole('dialog', { name: 'Edit Promotion Detail' });
  await panel.getByText('This promotion could not be loaded').waitFor();
  expect(await panel.getByText('does not exist').count()).toBe(0);
  await letThrough();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => panel.getByLabel('Title', { exact: true }).inputValue()).not.toBe('');
});
