import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, signInThroughTheForm } from '../fixture/browser.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addClientUser } from '../fixture/users.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  await addClientUser(server.deps, { userName: 'mira', password: 'tide table', telephonyClientId: 7 });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const newClient = {
  firstName: 'Anna',
  lastName: 'Tide',
  userName: 'anna',
  password: 'harbour lights',
  twilioPhoneNumber: '+15005550001',
  projectName: 'Harbour',
  accountSid: `AC${'a'.repeat(32)}`,
  authToken: 'b'.repeat(32),
  phoneNumber: '+15005550007',
  isActive: true,
  isDefault: false,
};

async function loginScreen() {
  const opened = await openPage(browser, { hasPreview: true });
  await opened.page.goto(`${server.address}/#/login`);
  const userName = opened.page.getByLabel('User name');
  await userName.waitFor();
  const password = opened.page.getByRole('textbox', { name: 'Password' });
  const submit = opened.page.getByRole('button', { name: 'Sign in' });
  return { ...opened, userName, password, submit };
}

describe('login', () => {
  test('empty fields show the specified messages and nothing is sent', async () => {
    const { page, context, submit } = await loginScreen();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await submit.click();
    await page.getByText('Username field is required').waitFor();
    await page.getByText('Password field is required').waitFor();
    expect(sent.filter((url) => url.endsWith('/token'))).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });

  test('a wrong password shows a toast and keeps the input', async () => {
    const { page, context, userName, password, submit } = await loginScreen();
    await userName.fill('admin');
    await password.fill('not it');
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'The user name or password is incorrect.' }).waitFor();
    expect(await userName.inputValue()).toBe('admin');
    expect(await password.inputValue()).toBe('not it');
    await context.close();
  });

  test('an Admin signs in by keyboard, starts at Company, and the session has the specified keys', async () => {
    const { page, context, problems, userName } = await loginScreen();
    await userName.focus();
    await page.keyboard.type(admin.userName);
    await page.keyboard.press('Tab');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Company Detail' }).waitFor();
    expect(page.url()).toContain('#/admin/company');
    const keys = await page.evaluate('Object.keys(localStorage).sort()');
    expect(keys).toEqual([
      'expires',
      'loggedInUser',
      'loggedInUserExpiresIn',
      'loggedInUserName',
      'loggedInUserRole',
      'twilioClientID',
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a telephony client starts at its own contacts and sees no admin screens', async () => {
    const { page, context, userName, password, submit } = await loginScreen();
    await userName.fill('mira');
    await password.fill('tide table');
    await submit.click();
    await page.waitForURL(/#\/admin\/twilioclientcontact\/7$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Company', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Change Password' }).click();
    await page.getByRole('textbox', { name: 'Current Password' }).waitFor();
    await page.goto(`${server.address}/#/admin/company`);
    await page.waitForURL(/#\/admin\/twilioclientcontact\/7$/);
    await context.close();
  });
});

describe('guard', () => {
  test.each(['/#/admin/company', '/#/no/such/screen'])('%s redirects a visitor to the login', async (path) => {
    const { page, context } = await openPage(browser, { hasPreview: true });
    await page.goto(server.address + path);
    await page.waitForURL(/#\/login/);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  test('an expired session is cleared and redirects to the login', async () => {
    const { page, context } = await openPage(browser, { hasPreview: true });
    await signInThroughTheForm(page, server);
    await page.evaluate(`localStorage.setItem('expires', new Date(Date.now() - 1000).toUTCString())`);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await context.close();
  });

  test('a session ended by the server shows a toast, is cleared and redirects to the login', async () => {
    const { page, context } = await openPage(browser, { hasPreview: true });
    await signInThroughTheForm(page, server);
    await page.evaluate(`localStorage.setItem('loggedInUser', 'x'.repeat(43))`);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'UnAuthorized!!' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await context.close();
  });

  test('logout opens the page, clears the storage and ends the session', async () => {
    const { page, context } = await openPage(browser, { hasPreview: true });
    await signInThroughTheForm(page, server);
    const token = String(await page.evaluate(`localStorage.getItem('loggedInUser')`));
    await page.getByRole('button', { name: /log ?out|sign out/i }).click();
    await page.waitForURL(`${server.address}/`);
    await page.locator('section#home').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    const answer = await fetch(`${server.address}/trpc/session.me`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    await context.close();
  });
});

test('Change Password validates its fields, and the new password works; an Admin sets one for a client', async () => {
  const own = await startTestServer({ SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9' });
  const { page, context } = await openPage(browser, { hasPreview: true });
  const signsIn = async (username: string, password: string) =>
    (
      await fetch(`${own.address}/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', username, password }),
      })
    ).ok;
  try {
    await signInThroughTheForm(page, own);
    await page.getByRole('link', { name: 'Change Password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Change Password' }).waitFor();
    const password = page.getByRole('textbox', { name: 'Password', exact: true });
    const confirm = page.getByRole('textbox', { name: 'Confirm Password' });
    const current = page.getByRole('textbox', { name: 'Current Password' });
    await password.fill('short');
    await confirm.fill('other');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => confirm.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => current.getAttribute('aria-invalid')).toBe('true');
    await current.fill('wrong');
    await password.fill('a new password');
    await confirm.fill('a new password');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The current password is wrong').first().waitFor();
    await current.fill(admin.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Success' }).waitFor();
    expect(await signsIn('admin', 'a new password')).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);

    const adminToken = await signIn(own.address, { ...admin, password: 'a new password' });
    await trpcClient(own.address, adminToken).telephony.clients.create.mutate({ values: newClient });
    await page.goto(`${own.address}/#/admin/twilioclient`);
    await page.getByRole('button', { name: /^Edit / }).click();
    const forClient = page.getByRole('textbox', { name: 'New password of anna' });
    await forClient.fill('Anna');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password takes at least 6 characters').waitFor();
    await forClient.fill('lighthouse keeper');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect.poll(() => signsIn('anna', 'lighthouse keeper')).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  } finally {
    await context.close();
    await own.stop();
  }
});
