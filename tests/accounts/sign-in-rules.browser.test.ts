import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInRules } from '../../db/schema/sign-in.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
/** Minutes that the server's clock is ahead. */
let minutes = 0;
const now = () => new Date(Date.now() + minutes * 60_000);

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({}, { now }), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
  office = backOffice(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('the limits of sessions are saved in the dialog of the sign-in rules', async () => {
  await office.screen('users', 'Users');
  await page.getByRole('button', { name: 'Sign-in rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign-in rules' });
  const hours = dialog.getByLabel('Hours until a session ends');
  const idle = dialog.getByLabel('Minutes without use until a session ends');
  await hours.waitFor();
  expect([await hours.inputValue(), await idle.inputValue()]).toEqual(['12', '']);
  await expectAccessible(page, { what: 'the sign-in rules' });
  await hours.fill('721');
  await idle.fill('4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter 1 to 720 whole hours (30 days)').waitFor();
  await dialog.getByText('Enter 5 to 720 whole minutes (12 hours), or nothing').waitFor();
  await expectAccessible(page, { what: 'refused limits' });
  await hours.fill('24');
  await idle.fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await server.deps.db.select().from(signInRules)).toMatchObject([{ sessionHours: 24, idleMinutes: 5 }]);
});

test('a session that ends without use asks for password and code above the unsaved input, which is then saved', async () => {
  // The set-up ends the user's other sessions.
  const api = trpcClient(server.address, await storedToken());
  const { step, secret } = await api.secondFactor.begin.mutate();
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  await api.secondFactor.confirm.mutate({ step, code: totp.generate({ timestamp: Number(now()) }) });

  await office.screen('promo', 'Promotion Detail');
  const panel = await office.open('Edit', 'Edit Promotion Detail');
  await panel.getByLabel('Title', { exact: true }).fill('Typed before lunch');
  minutes += 60;
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Sign in again' });
  await box.getByRole('textbox', { name: 'Password' }).fill(admin.password);
  await page.keyboard.press('Enter');
  const code = box.getByLabel('Code', { exact: true });
  await code.waitFor();
  await expectAccessible(page, { what: 'the code in the sign-in box' });
  expect(await panel.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed before lunch');
  await code.fill(totp.generate({ timestamp: Number(now()) }));
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
  await panel.waitFor({ state: 'hidden' });
  const saved = await trpcClient(server.address, await storedToken()).promo.heading.list.query({});
  expect(saved.map(({ title }) => title)).toEqual(['Typed before lunch']);
});

test('polling of a screen that nobody touches says so, and input keeps the session', async () => {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.clock.install();
  const sent: { path: string; isUnattended: boolean }[] = [];
  other.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/'))
      sent.push({ path: pathname, isUnattended: request.headers()['x-unattended'] === '1' });
  });
  await other.goto(`${server.address}/#/admin/schedule-tasks`);
  await expect.poll(() => sent.some(({ path }) => path.includes('health.overview'))).toBe(true);
  expect(sent.some(({ isUnattended }) => isUnattended)).toBe(false);
  await other.clock.runFor(90_000);
  await expect.poll(() => sent.at(-1)?.isUnattended).toBe(true);
  sent.length = 0;
  await other.mouse.move(300, 300);
  await other.clock.runFor(40_000);
  await expect.poll(() => sent.some(({ isUnattended }) => !isUnattended)).toBe(true);
  await context.close();
});

async function storedToken(): Promise<string> {
  return String(await page.evaluate(`localStorage.getItem('loggedInUser')`));
}

test('no page has logged an error', () => expect(problems.filter((one) => !/40[0139]/.test(one))).toEqual([]));
