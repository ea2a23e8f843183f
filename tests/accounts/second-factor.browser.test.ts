import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInRules } from '../../db/schema/sign-in.ts';
import { sessions } from '../../db/schema/users.ts';
import { keyboard } from '../browser/keyboard.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin, untilQuiet } from '../fixture/browser.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
let secret = '';
let recoveryCodes: string[] = [];
/** Minutes that the server's clock is ahead: each code works once. */
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

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const code = () => page.getByLabel('Code', { exact: true });

function nextCode(): string {
  minutes += 1;
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Number(now()) });
}

test('an app is set up from its key, and ten recovery codes are shown once', async () => {
  await office.screen('account', 'My account');
  await button('Set up an authenticator app').click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await expectAccessible(page, { what: 'the set-up' });
  secret = (await dialog('Authenticator app').locator('code').innerText()).replaceAll(' ', '');
  await code().fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').waitFor();
  await code().fill(nextCode());
  await page.keyboard.press('Enter');
  await button('Download')
    .or(page.getByRole('link', { name: 'Download' }))
    .waitFor();
  recoveryCodes = await dialog('Authenticator app').getByRole('listitem').allInnerTexts();
  expect(recoveryCodes.length).toBe(10);
  await expectAccessible(page, { what: 'the recovery codes' });
  await page.emulateMedia({ media: 'print' });
  const printed = (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '');
  expect(printed[0]).toMatch(/^Recovery codes for ./);
  expect(printed[1]).toMatch(/^User admin, .*\d{4}.* Each code works once\.$/);
  expect(printed.slice(2)).toEqual(recoveryCodes);
  await page.emulateMedia({ media: 'screen' });
  await button('Done').click();
  await page.getByText('10 of 10 recovery codes left').waitFor();
  await expectAccessible(page, { what: 'the account screen' });
});

test.each([390, 1440])('a sign-in with a code by keyboard alone at %i px', async (width) => {
  const keys = keyboard(page);
  await page.setViewportSize({ width, height: 900 });
  // A call without the token would reload the page.
  await untilQuiet(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(`${server.address}/#/login`);
  await keys.lands(page.getByLabel('User name'));
  await page.keyboard.type(admin.userName);
  await keys.tabTo(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(admin.password);
  await keys.press('Enter');
  await keys.lands(code());
  expect(await page.getByLabel('User name').first().inputValue()).toBe(admin.userName);
  await page.keyboard.type('000000');
  await keys.press('Enter');
  await page.getByText('The code is wrong.').waitFor();
  if (width === 390) await expectAccessible(page, { what: 'the code at the sign-in' });
  await page.setViewportSize({ width, height: 900 });
  await code().fill('');
  if (width === 390) await code().pressSequentially(nextCode());
  else {
    await keys.use(button('Use a recovery code'));
    await keys.lands(page.getByLabel('Recovery code'));
    await page.keyboard.type(recoveryCodes[0] ?? '');
  }
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Company' }).waitFor();
});

test('a proof of identity asks for the password and a code', async () => {
  await office.screen('account', 'My account');
  await page.getByText('9 of 10 recovery codes left').waitFor();
  await server.deps.db.update(sessions).set({ provenAt: new Date(0) });
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  const proof = dialog('Confirm that it is you');
  await proof.getByLabel('Code', { exact: true }).waitFor();
  await expectAccessible(page, { what: 'the question for a proof' });
  await proof.getByLabel('Password', { exact: true }).fill(admin.password);
  await code().fill(nextCode());
  await page.keyboard.press('Enter');
  await button('Set up an authenticator app').waitFor();
});

test('a user whose role needs a second factor is led to the account screen', async () => {
  const rules = { id: 1, version: 1, sessionHours: 12, idleMinutes: null, secondFactorRoles: ['Admin'] };
  await server.deps.db.insert(signInRules).values(rules);
  await page.goto('about:blank');
  await page.goto(`${server.address}/#/admin/users`);
  await page.getByText('Your role needs a second factor. Set one up to use the back office.').waitFor();
  await expectAccessible(page, { what: 'the account screen of a user who must set up a second factor' });
});

test('no page has logged an error', () => expect(problems.filter((one) => !/40[03]/.test(one))).toEqual([]));
