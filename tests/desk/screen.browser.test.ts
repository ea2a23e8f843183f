import { eq, isNull } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskVisits } from '../../db/schema/desk.ts';
import { blindTimes } from '../../db/schema/health.ts';
import { accessibilityProblems, failCalls, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { makeScene } from './scene.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 1200 } }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const items = () => page.getByRole('list', { name: 'Needs you now' }).getByRole('listitem');
const titles = () => items().locator('p:first-child').allTextContents();

test('says that all is well, with the time, while nothing needs the Owner; it is the first entry and the address /admin', async () => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/admin/desk');
  await page.getByText('All is well').waitFor();
  await page.getByText(/^Nothing needs you\. Last check: .*\d:\d\d/).waitFor();
  await page.getByRole('heading', { name: 'Changes of the last day' }).waitFor();
  await page.goto(`${server.address}/#/admin`);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

test('names what needs the Owner in words, and leads by keyboard to the place that mends it', async () => {
  const { mill } = await makeScene(server);
  await page.reload();
  await expect
    .poll(titles)
    .toEqual([
      'Forge is offline',
      'Mill is offline',
      'Twilio refuses the credentials of Vineyard',
      '1 unread message',
      'The API token Nightly export expires in 5 days',
    ]);
  const of = (title: string) => items().filter({ hasText: title });
  await of('Mill')
    .getByText(/a run failed with exit code 3: disk full/)
    .waitFor();
  await of('Mill')
    .getByText(/Notified: Night shift \(delivered\) and Day shift \(not delivered\)\./)
    .waitFor();
  await of('Forge').getByText('Nobody was notified: no active contact and no mail.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('link', { name: 'Open server: Mill is offline' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Mill' }).waitFor();
  expect(page.url()).toContain(`/schedule-tasks/${mill}`);
});

test('draws the last day with a text, and as a table', async () => {
  await page.goto(`${server.address}/#/admin/desk`);
  await page
    .getByRole('img', { name: /^Messages: \d+ delivered, 2 received, 3 on the way, 1 not delivered$/ })
    .waitFor();
  await page.getByRole('img', { name: /^Pings: [\d,]+ recorded$/ }).waitFor();
  await page.getByRole('img', { name: 'Outages: 2 began' }).waitFor();
  await page.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('region', { name: 'Messages' });
  await table.getByRole('columnheader', { name: 'Not delivered' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // Which messages did not arrive is one click away.
  await page.getByRole('link', { name: '1 not delivered' }).click();
  await page.getByRole('heading', { level: 1, name: 'Twilio Logs' }).waitFor();
  expect(page.url()).toContain('outcome=failed');
  await page.goto(`${server.address}/#/admin/desk`);
});

test('lists what has changed since the last visit', async () => {
  const past = new Date(Date.now() - 3 * 86_400_000);
  await server.deps.db.update(deskVisits).set({ seenAt: past, previousAt: null }).where(eq(deskVisits.userId, 1));
  await page.reload();
  await page.getByRole('heading', { name: 'Since your last visit' }).waitFor();
  await page.getByText('Online → Offline').first().waitFor();
  await page
    .getByText(/^Client added by admin/)
    .first()
    .waitFor();
});

test('a part that fails leaves the others', async () => {
  const end = await failCalls(page, 'desk\\.lastDay');
  await page.reload();
  // The first two parts are one call of the browser.
  await expect.poll(() => page.getByText('This part could not be loaded').count()).toBe(2);
  await page.getByText('Online → Offline').first().waitFor();
  await end();
  // Each part has its own button, which goes with the part's next load: an event about servers may bring that before the click.
  const again = page.getByRole('button', { name: 'Try again' });
  const tryAgain = async () => {
    if ((await again.count()) > 0)
      await again
        .first()
        .click({ timeout: 500 })
        .catch(() => {});
    return again.count();
  };
  await expect.poll(tryAgain).toBe(0);
  await page.getByRole('img', { name: /^Pings/ }).waitFor();
  await expect.poll(titles).toContain('Mill is offline');
  expect(problems).toEqual([]);
});

test('a downtime of the product stays until it is marked as seen', async () => {
  const [fromAt, untilAt] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
  await server.deps.db.insert(blindTimes).values({ fromAt, untilAt });
  await page.goto(`${server.address}/#/admin`);
  await page.reload();
  const seen = page.getByRole('button', { name: /^Seen: No pings were accepted from / });
  await seen.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await seen.click();
  await seen.waitFor({ state: 'detached' });
  expect(await server.deps.db.$count(blindTimes, isNull(blindTimes.seenAt))).toBe(0);
});
