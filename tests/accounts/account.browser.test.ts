import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '../../db/schema/users.ts';
import { keyboard } from '../browser/keyboard.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
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

describe('API tokens', () => {
  test('a token is made, shown once, and revoked after a new proof of identity', async () => {
    await office.screen('account', 'My account');
    await button('New token').click();
    await dialog('New API token').getByRole('button', { name: 'Create' }).click();
    await page.getByText('Name is required').waitFor();
    await page.getByText('Choose at least one scope').waitFor();
    await expectAccessible(page, { what: 'the form with its messages' });
    await page.getByLabel('Name').fill('Deploy');
    await page.getByLabel('content:read').check();
    await dialog('New API token').getByRole('button', { name: 'Create' }).click();
    const token = await page.getByLabel('Token', { exact: true }).inputValue();
    const answer = await fetch(`${server.address}/api/releases`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await expectAccessible(page, { what: 'the new token' });
    await button('Done').click();
    await page.getByRole('cell', { name: /^Deploy/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    await expectAccessible(page, { what: 'the list' });

    // The last proof is too old: the password is asked for, a wrong one is refused, and the call goes on after the right one.
    await server.deps.db.update(sessions).set({ provenAt: new Date(0) });
    await button('Revoke the token Deploy').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await dialog('Confirm that it is you').waitFor();
    await expectAccessible(page, { what: 'the question for a proof' });
    await page.keyboard.type('a wrong one');
    await page.keyboard.press('Enter');
    await page.getByText('The current password is wrong').waitFor();
    await dialog('Confirm that it is you').getByLabel('Password', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Revoked', exact: true }).waitFor();
    await expect
      .poll(
        async () =>
          (await fetch(`${server.address}/api/releases`, { headers: { authorization: `Bearer ${token}` } })).status,
      )
      .toBe(401);
  });

  test.each([390, 1440])(
    'by keyboard alone at %i px, also the question for a proof, which Cancel closes',
    async (width) => {
      const keys = keyboard(page);
      await page.setViewportSize({ width, height: 900 });
      await page.goto('about:blank');
      await office.screen('account', 'My account');
      await keys.use(button('New token'));
      await keys.lands(page.getByLabel('Name'));
      await page.keyboard.type(`Robot ${width}`);
      await keys.tabTo(page.getByLabel('jobs', { exact: true }));
      await keys.press('Space');
      await server.deps.db.update(sessions).set({ provenAt: new Date(0) });
      await keys.use(button('Create'));
      await keys.lands(dialog('Confirm that it is you').getByLabel('Password', { exact: true }));
      await keys.press('Escape');
      await dialog('Confirm that it is you').waitFor({ state: 'hidden' });
      expect(await page.getByLabel('Name').inputValue()).toBe(`Robot ${width}`);
      await keys.use(button('Create'));
      await keys.lands(dialog('Confirm that it is you').getByLabel('Password', { exact: true }));
      await page.keyboard.type(admin.password);
      await keys.press('Enter');
      await keys.lands(page.getByLabel('Token', { exact: true }));
      await keys.use(button('Done'));
      await page.getByRole('cell', { name: new RegExp(`^Robot ${width}`) }).waitFor();
      await keys.lands(button('New token'));
    },
  );
});

test('no page has logged an error', () => expect(problems).toEqual([]));
