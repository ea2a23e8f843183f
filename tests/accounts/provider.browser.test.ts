import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessions, users } from '../../db/schema/users.ts';
import { startRealOidc } from '../fakes/real-oidc.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { freePort } from '../fixture/free-port.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
let provider: Awaited<ReturnType<typeof startRealOidc>>;
let browser: Browser;
let page: Page;
let problems: string[];
let port = 0;
let minutes = 0;

beforeAll(async () => {
  port = await freePort();
  const variables = {
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: 'vitrine',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
    OIDC_NAME: 'Harbour ID',
    OIDC_ALLOWED_DOMAINS: 'harbour.example',
    OIDC_ROLES: '*=Operator',
  };
  const now = () => new Date(Date.now() + minutes * 60_000);
  [server, browser] = await Promise.all([startTestServer(variables, { now }), launchBrowser()]);
  provider = await startRealOidc({ port, redirectUri: `${server.address}/signin/provider/callback` });
});
beforeEach(async () => {
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
});
afterEach(async () => {
  await page.context().close();
  expect(problems).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await provider.stop();
  await server.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Signs in at the provider's own page, and agrees. */
async function signInThere(name: string) {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('anything');
  await button('Sign-in').click();
  await button('Continue').click();
}

test('the button leads to the provider, and from there to the screen that was asked for', async () => {
  await page.goto(`${server.address}/#/admin/account`);
  await button('Sign in with Harbour ID').waitFor();
  await expectAccessible(page, { what: 'the sign-in' });
  await button('Sign in with Harbour ID').click();
  await signInThere('ada');
  await page.getByRole('heading', { name: 'My account' }).waitFor();
  await page.getByText('Your only way to sign in.').waitFor();
  await page.getByText('You have no password').waitFor();
  expect(page.url()).toBe(`${server.address}/#/admin/account`);
  expect(await page.evaluate(() => localStorage.getItem('loggedInUserName'))).toBe('ada@harbour.example');
  await page.getByRole('heading', { name: 'Linked account' }).scrollIntoViewIfNeeded();
  await expectAccessible(page, { what: 'the account' });
  const [user] = await server.deps.db.select().from(users).where(eq(users.userName, 'ada@harbour.example'));
  expect(user).toMatchObject({ role: 'Operator', firstName: 'Ada', passwordHash: '' });
});

test('a user without a password proves who they are by signing in there again', async () => {
  await page.goto(`${server.address}/#/login`);
  await button('Sign in with Harbour ID').click();
  await signInThere('grace');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  minutes += 11;
  await page.goto(`${server.address}/#/admin/account`);
  await button('Set up an authenticator app').click();
  await button('Continue at Harbour ID').waitFor();
  await expectAccessible(page, { what: 'the proof of identity' });
  await button('Continue at Harbour ID').click();
  await page.locator('input[name=login]').fill('grace');
  await page.locator('input[name=password]').fill('anything');
  await button('Sign-in').click();
  await page.getByText('You have ten minutes for your change.').waitFor();
  await button('Set up an authenticator app').click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
});

test('a local user links the account, signs in with it, and unlinks it', async () => {
  minutes = 0;
  await signInAsAdmin(page, server);
  await backOffice(page, server).screen('account', 'My account');
  await button('Link Harbour ID').click();
  await signInThere('owner');
  await page.getByText('You can now sign in with it.').waitFor();
  await page.getByText('owner@harbour.example').waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.address}/#/login`);
  await page.reload();
  // The provider still knows the person.
  await button('Sign in with Harbour ID').click();
  await page.getByRole('heading', { level: 1, name: 'Company Detail' }).waitFor();
  const methods = await server.deps.db.select({ method: sessions.method }).from(sessions);
  expect(methods.filter(({ method }) => method === 'provider').length).toBeGreaterThan(0);
  await backOffice(page, server).screen('account', 'My account');
  await button('Unlink').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await button('Link Harbour ID').waitFor();
});

test('a refusal says why, and leads back', async () => {
  await page.goto(`${server.address}/#/login`);
  await button('Sign in with Harbour ID').click();
  await signInThere('unconfirmed');
  await page.getByText('Harbour ID does not confirm your e-mail address, so it cannot be used here.').waitFor();
  await button('Try again').waitFor();
  await expectAccessible(page, { what: 'the refusal' });
  // A reload asks for nothing again, and a made-up word shows a plain message.
  await page.goto(`${server.address}/#/login/provider?problem=%3Cscript%3E`);
  await page.getByText('The answer of Harbour ID was not accepted.').waitFor();
  await page.getByRole('link', { name: 'Go to the sign-in' }).click();
  await page.getByLabel('User name').waitFor();
  // The provider still knows the refused person, and asks again.
  await button('Sign in with Harbour ID').click();
  await button('Try again').click();
  await signInThere('ada');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

test('a session that ends above unsaved input goes on after a sign-in there in another tab', async () => {
  minutes = 0;
  await page.goto(`${server.address}/#/login`);
  await button('Sign in with Harbour ID').click();
  await signInThere('ada');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto(`${server.address}/#/admin/account`);
  await button('New token').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Half typed');
  await page.getByRole('checkbox', { name: 'health:read' }).check();
  await server.deps.db.delete(sessions);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const box = page.getByRole('dialog', { name: 'Sign in again' });
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    box.getByRole('link', { name: 'Sign in with Harbour ID in another tab' }).click(),
  ]);
  await other.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
  await other.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();
  await box.waitFor({ state: 'hidden' });
  // The call that found no session goes on, with all that was typed.
  await page.getByRole('dialog').getByText('Copy it now').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page
    .getByRole('region', { name: 'List of API tokens' })
    .getByText('Half typed', { exact: true })
    .first()
    .waitFor();
});

test('a provider that does not answer leaves the local sign-in', async () => {
  await provider.stop();
  const other = await startTestServer({
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: 'vitrine',
    OIDC_NAME: 'Harbour ID',
  });
  try {
    await page.goto(`${other.address}/#/login`);
    await button('Sign in with Harbour ID').click();
    await page.getByText('Harbour ID does not answer at the moment. Try again in a minute.').waitFor();
    // Chromium reports the answer with 503.
    problems.length = 0;
    await signInAsAdmin(page, other);
  } finally {
    await other.stop();
    provider = await startRealOidc({ port, redirectUri: `${server.address}/signin/provider/callback` });
  }
});
