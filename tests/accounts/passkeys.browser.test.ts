import { eq } from 'drizzle-orm';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeys } from '../../db/schema/credentials.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { keyboard } from '../browser/keyboard.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { launchBrowser, openPage, startAnew } from '../fixture/browser.ts';
import { freePort } from '../fixture/free-port.ts';
import { countScripts, firstScreenLimit } from '../fixture/scripts.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let devTools: CDPSession;
/** A virtual authenticator's id: a device with a fingerprint reader. */
let authenticatorId: string;
let address: string;
let recoveryCodes: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  // An IP address has no passkeys.
  address = `http://localhost:${port}`;
  [server, browser] = await Promise.all([
    startTestServer({ PORT: String(port), PUBLIC_URL: address }),
    launchBrowser(),
  ]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  authenticatorId = await addAuthenticator();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function addAuthenticator(): Promise<string> {
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  return (await devTools.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId;
}

/** Whether the user's finger is the right one. */
const setVerified = (isUserVerified: boolean) =>
  devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const region = (name: string) => page.getByRole('region', { name, exact: true });

async function openLogin(): Promise<void> {
  await startAnew(page, { address });
  await page.goto(`${address}/#/login`);
  await button('Sign in with a passkey').waitFor();
}

async function openAccount(): Promise<void> {
  await page.goto(`${address}/#/admin/account`);
  await page.getByRole('heading', { level: 2, name: 'Passkeys' }).waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
}

const isInside = () => page.getByRole('heading', { level: 1, name: /^Company/ }).waitFor();

test('a passkey is made with a name that the device suggests, and the first one brings recovery codes', async () => {
  await page.goto(`${address}/#/login`);
  await page.getByLabel('User name').fill(admin.userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
  await button('Sign in').first().click();
  await isInside();
  await openAccount();
  await expectAccessible(page, { what: 'the account screen without passkeys' });
  await button('New passkey').click();
  const name = dialog('New passkey').getByLabel('Name');
  await expect.poll(() => name.inputValue()).toBe('Chrome on Linux');
  // The suggested name is selected: typing replaces it.
  await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('Chrome on Linux');
  await expectAccessible(page, { what: 'the question for a name' });
  await setVerified(false);
  await button('Continue').click();
  await page.getByText('No passkey was made: the question was cancelled or took too long.').waitFor();
  expect(await name.inputValue()).toBe('Chrome on Linux');
  await setVerified(true);
  await name.fill('Work laptop');
  await page.keyboard.press('Enter');
  await page.getByText('Each works once.').waitFor();
  recoveryCodes = await dialog('New passkey').getByRole('listitem').allInnerTexts();
  expect(recoveryCodes.length).toBe(10);
  await button('Done').click();
  await region('List of passkeys').getByText('Work laptop', { exact: true }).waitFor();
  await region('Second factor').getByText('10 of 10 recovery codes left').waitFor();
  await expectAccessible(page, { what: 'the account screen with a passkey' });
});

test('the same device makes no second passkey', async () => {
  await button('New passkey').click();
  await button('Continue').click();
  await page.getByText('This device has a passkey of yours already.').waitFor();
  await button('Cancel').click();
});

test.each([390, 1440])('a sign-in by passkey and keyboard alone at %i px', async (width) => {
  const keys = keyboard(page);
  await page.setViewportSize({ width, height: 900 });
  await openLogin();
  await keys.lands(page.getByLabel('User name'));
  await keys.use(button('Sign in with a passkey'));
  await isInside();
  const rows = await server.deps.db.select().from(sessions);
  expect(rows.map(({ method }) => method)).toContain('passkey');
});

test('a cancelled question and a passkey that is gone say so, and the next attempt works', async () => {
  await openLogin();
  await setVerified(false);
  await button('Sign in with a passkey').click();
  await page.getByText('No passkey was used: the question was cancelled').waitFor();
  await setVerified(true);
  const [kept] = await server.deps.db.delete(passkeys).returning();
  await button('Sign in with a passkey').click();
  await page.getByText('This passkey was not accepted.').waitFor();
  await expectAccessible(page, { what: 'the login after a refusal' });
  if (kept) await server.deps.db.insert(passkeys).values(kept);
  await button('Sign in with a passkey').click();
  await isInside();
});

test('a password asks for the passkey or a recovery code', async () => {
  for (const way of ['passkey', 'recovery code']) {
    await openLogin();
    await page.getByLabel('User name').fill(admin.userName);
    await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
    await page.keyboard.press('Enter');
    await button('Use a passkey').waitFor();
    if (way === 'passkey') {
      await expectAccessible(page, { what: 'the second part of a sign-in' });
      await button('Use a passkey').click();
    } else {
      await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
      await page.keyboard.press('Enter');
    }
    await isInside();
  }
});

test('a passkey proves who the user is, also without a password', async () => {
  await openAccount();
  await region('Second factor').getByText('9 of 10 recovery codes left').waitFor();
  const { db } = server.deps;
  const proof = dialog('Confirm that it is you');
  const isAdmin = eq(users.userName, admin.userName);
  const [user] = await db.select().from(users).where(isAdmin);
  for (const passwordHash of [user?.passwordHash ?? '', '']) {
    await db.update(users).set({ passwordHash }).where(isAdmin);
    await db.update(sessions).set({ provenAt: new Date(0) });
    await button('New recovery codes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
    await proof.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await proof.getByLabel('Password', { exact: true }).waitFor({ state: passwordHash === '' ? 'hidden' : 'visible' });
    await expectAccessible(page, { what: 'the question for a proof' });
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await dialog('New recovery codes').getByText('Each works once.').waitFor();
    await button('Done').click();
  }
  await db
    .update(users)
    .set({ passwordHash: user?.passwordHash ?? '' })
    .where(isAdmin);
});

test('above unsaved input a passkey of the same user goes on, and one of another user does not', async () => {
  const { db } = server.deps;
  await page.goto(`${address}/#/admin/promo`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const panel = dialog('Edit Promotion Detail');
  await panel.getByLabel('Title', { exact: true }).fill('Typed before the session ended');
  await page.evaluate(`localStorage.setItem('loggedInUser', 'x'.repeat(43))`);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const box = dialog('Sign in again');
  const use = box.getByRole('button', { name: 'Use a passkey' });
  await use.waitFor();
  await expectAccessible(page, { what: 'the sign-in above unsaved input' });
  const isAdmin = eq(users.userName, admin.userName);
  await db.update(users).set({ userName: 'somebody' }).where(isAdmin);
  const before = await db.$count(sessions);
  await use.click();
  await box.getByText('This passkey belongs to somebody. Use one of admin.').waitFor();
  expect(await db.$count(sessions)).toBe(before);
  await db.update(users).set({ userName: admin.userName }).where(eq(users.userName, 'somebody'));
  await use.click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByText('Typed before the session ended').first().waitFor();
});

test('a passkey is renamed and removed', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAccount();
  await button('Rename the passkey Work laptop').click();
  await dialog('Rename the passkey').getByLabel('Name').fill('');
  await page.keyboard.press('Enter');
  await page.getByText('Name is required').waitFor();
  await dialog('Rename the passkey').getByLabel('Name').fill('Old laptop');
  await expectAccessible(page, { what: 'the question for another name' });
  await page.keyboard.press('Enter');
  await button('Remove the passkey Old laptop').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No passkeys yet.').waitFor();
  await button('Set up an authenticator app').waitFor();
});

test(`the login with its button stays below ${firstScreenLimit} KB, and loads the library with the first use`, async () => {
  const visitor = await openPage(browser);
  const scripts = countScripts(visitor.page);
  const names: string[] = [];
  visitor.page.on('response', (response) => names.push(new URL(response.url()).pathname));
  await visitor.page.goto(`${address}/#/login`);
  const use = visitor.page.getByRole('button', { name: 'Sign in with a passkey' });
  await use.waitFor();
  expect(await scripts.kilobytes()).toBeLessThan(firstScreenLimit);
  const library = () => names.filter((name) => name.includes('passkey-prompt'));
  expect(library()).toEqual([]);
  await use.click();
  await expect.poll(library).toHaveLength(1);
  await visitor.context.close();
});

test('at another address of the site nothing of it is offered', async () => {
  await page.goto('about:blank');
  await page.goto(`${server.address}/#/login`);
  await button('Sign in').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await button('Sign in with a passkey').count()).toBe(0);
});

test('no page has logged an error', () => expect(problems).toEqual([]));
