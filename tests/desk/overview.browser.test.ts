import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, smallTargets } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { addClientUser } from '../fixture/users.ts';
import { makeScene } from './scene.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let scene: Awaited<ReturnType<typeof makeScene>>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  scene = await makeScene(server);
  await addClientUser(server.deps, { userName: 'mira', password: 'tide table', telephonyClientId: scene.account });
  ({ page, problems } = await openPage(browser, { viewport: { width: 320, height: 700 }, colorScheme: 'dark' }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('a client starts at its contacts as specified, and comes to the overview by the first link', async () => {
  await page.goto(`${server.address}/#/login`);
  await page.getByLabel('User name').fill('mira');
  await page.getByRole('textbox', { name: 'Password' }).fill('tide table');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`#/admin/twilioclientcontact/${scene.account}$`));
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goto(`${server.address}/#/admin`);
  await page.waitForURL(/#\/admin\/overview$/);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await expect.poll(() => screens.getByRole('link').first().textContent()).toBe('Overview');
  await page.keyboard.press('Escape');
});

test('says whether servers are well, messages arrived and who is notified, on a narrow phone', async () => {
  await page.getByText('1 of 2 servers is offline').waitFor();
  const servers = page.getByRole('list', { name: 'My servers' }).getByRole('listitem');
  await expect.poll(() => servers.locator('a').allTextContents()).toEqual(['Mill', 'Pump']);
  await servers
    .first()
    .getByText(/^Offline since .*: a run failed with exit code 3: disk full$/)
    .waitFor();
  await servers
    .nth(1)
    .getByText(/^Online since /)
    .waitFor();
  await page
    .getByRole('img', { name: /^Last 7 days: 48 delivered, 2 received, 3 on the way, 1 not delivered$/ })
    .waitFor();
  await page.getByText('The phone is switched off or out of reach. (Twilio error 30003)').waitFor();
  await page.getByText('Gets alarms at +15005551001').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('its links lead by keyboard to the server, the contacts and the password', async () => {
  for (const [name, heading] of [
    ['Mill', 'Mill'],
    ['What happened to it', 'Message'],
    ['Manage contacts', 'Manage Client Contact Detail'],
    ['Change password', 'Change Password'],
  ] as const) {
    await page.goto(`${server.address}/#/admin/overview`);
    await page.getByRole('main').getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor({ state: 'attached' });
  }
  // The dashboard of Operators is not for clients.
  await page.goto(`${server.address}/#/admin/desk`);
  await page.waitForURL(new RegExp(`#/admin/twilioclientcontact/${scene.account}$`));
  expect(problems).toEqual([]);
});
