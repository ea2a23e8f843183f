import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../fixture/accessible.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { openRefreshing } from './refreshing.ts';
import { makeStatusScene } from './scene.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  await makeStatusScene(server);
  ({ page, problems } = await openPage(browser, { javaScriptEnabled: false }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('says without script what is down, what is planned, and how the last 90 days were', async () => {
  await page.goto(`${server.address}/status`);
  await page.getByRole('heading', { level: 1, name: 'Some servers are offline' }).waitFor();
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
  const archive = row('Nightly backup of the picture archive');
  await archive.getByText('offline', { exact: true }).waitFor();
  await archive.getByText(/^Outages on [12] days?: .*\)$/).waitFor();
  await row('Booking').getByText('100.00 % uptime').waitFor();
  await row('Booking').getByText('No outage', { exact: true }).waitFor();
  await row('Mail')
    .getByText(/^Outages on [34] days: /)
    .waitFor();
  expect(await row('Mail').locator('rect.down title').allTextContents()).toContainEqual(
    expect.stringMatching(/: offline for 1 h 30 min$|: offline for \d+ min$/),
  );
  await page.getByRole('region', { name: 'Maintenance' }).getByText('Payments').waitFor();
  await page.getByText(/^Last updated \d{4}-/).waitFor();
  expect(problems).toEqual([]);
});

test('has the company’s logo, and links to its home page and the JSON', async () => {
  const home = page.getByRole('link', { name: /: home page$/ });
  expect(await home.getByRole('img').count()).toBe(1);
  expect(await home.getAttribute('href')).toBe('/');
  const json = await page.request.get(
    `${server.address}${await page.getByRole('link', { name: 'JSON' }).getAttribute('href')}`,
  );
  expect(await json.json()).toMatchObject({ status: 'offline', pages: 1 });
  const answer = await page.request.get(`${server.address}/status`);
  expect(answer.headers()['content-security-policy']).toContain("default-src 'self'");
});

test('an open page shows the current state every minute, without a reload', async () => {
  const watched = await openPage(browser);
  await openRefreshing(watched.page, `${server.address}/status`);
  const api = trpcClient(server.address, server.adminToken);
  const { id } = await api.status.save.mutate({ title: 'Mails arrive late', clientIds: [] });
  await api.status.post.mutate({ id, state: 'identified', text: 'A relay is overloaded.' });
  await expect
    .poll(async () => {
      await watched.page.clock.runFor(60_000);
      return watched.page.getByRole('heading', { name: 'Mails arrive late' }).count();
    })
    .toBe(1);
  await watched.context.close();
});

test('has no link to the page editor, which the landing page shows to Admins', async () => {
  const own = await openPage(browser);
  await signInAsAdmin(own.page, server);
  await own.page.goto(`${server.address}/`);
  await own.page.getByRole('link', { name: 'Edit page' }).waitFor();
  const script = own.page.waitForResponse(/refresh-status/);
  await own.page.goto(`${server.address}/status`);
  await script;
  await own.page.waitForLoadState('networkidle');
  expect(await own.page.getByRole('link', { name: 'Edit page' }).count()).toBe(0);
  await own.context.close();
});

test('is accessible on a phone and a desktop, light and dark', async () => {
  const scripted = await openPage(browser);
  await scripted.page.goto(`${server.address}/status`);
  await expectAccessible(scripted.page);
  expect(scripted.problems).toEqual([]);
});
