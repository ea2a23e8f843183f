import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page } = await openPage(browser));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const titles = async () =>
  (await trpcClient(server.address, server.adminToken).promo.heading.list.query({})).map(({ title }) => title);

test('without a connection a save fails at once, and discarded text is not saved later', async () => {
  const before = await titles();
  await page.goto(`${server.address}/#/admin/promo`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const panel = page.getByRole('dialog', { name: 'Edit Promotion Detail' });
  await panel.getByLabel('Title', { exact: true }).fill('Never to be published');
  await page.context().setOffline(true);
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'Please Check your connection' }).waitFor();
  await expect.poll(() => panel.getByRole('button', { name: 'Save' }).getAttribute('data-loading')).toBeNull();
  expect(await panel.getByLabel('Title', { exact: true }).inputValue()).toBe('Never to be published');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await panel.waitFor({ state: 'hidden' });
  const reloaded = page.waitForResponse(/promo\.heading\.list/);
  await page.context().setOffline(false);
  // The list reloads when the connection is back; a save that had waited for it would have been sent too.
  await reloaded;
  await page.waitForLoadState('networkidle');
  expect(await titles()).toEqual(before);
});

test('the same save succeeds after the connection is back', async () => {
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const panel = page.getByRole('dialog', { name: 'Edit Promotion Detail' });
  await panel.getByLabel('Title', { exact: true }).fill('Published at the second try');
  await page.context().setOffline(true);
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'Please Check your connection' }).first().waitFor();
  await page.context().setOffline(false);
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'hidden' });
  expect(await titles()).toContain('Published at the second try');
});
