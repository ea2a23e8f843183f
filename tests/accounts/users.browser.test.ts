import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../fakes/clock.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let smtp: FakeSmtp;
let browser: Browser;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
beforeAll(async () => {
  [smtp, browser] = await Promise.all([startFakeSmtp(), launchBrowser()]);
  server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' });
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
  office = backOffice(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await smtp.stop();
});

const api = () => trpcClient(server.address, server.adminToken);
const password = 'a long new password';

const focused = (on: Page, name: string, role: 'button' | 'textbox' | 'radio') =>
  expect
    .poll(() => on.getByRole(role, { name, exact: true }).evaluate((element) => element === document.activeElement))
    .toBe(true);

test('an Owner invites a user by keyboard in a narrow window, and the person sets a password and is signed in', async () => {
  await page.setViewportSize({ width: 390, height: 900 });
  await office.screen('users', 'Users');
  await page.getByRole('button', { name: 'Invite', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Invite a user' });
  await focused(page, 'User name', 'textbox');
  await expectAccessible(page, { part: '[role=dialog]' });
  await page.keyboard.press('Enter');
  await panel.getByText('User name is required').waitFor();
  await page.keyboard.type('grace');
  for (const text of ['Grace', 'Hopper']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  // Past the e-mail address to the roles: Editor is chosen, the next one is Editor, drafts only, then Operator.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await focused(page, 'Editor', 'radio');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await focused(page, 'Operator', 'radio');
  await page.keyboard.press('Tab');
  await focused(page, 'Send by e-mail', 'radio');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await focused(page, 'Create the link', 'button');
  await page.keyboard.press('Enter');
  const link = panel.getByRole('textbox', { name: 'Link' });
  await link.waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });
  const url = await link.inputValue();
  await panel.getByRole('button', { name: 'Done' }).press('Enter');
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: /grace.*Operator.*Invited/ }).waitFor();

  const person = await openPage(browser, { viewport: { width: 390, height: 900 } });
  await person.page.goto(url);
  await focused(person.page, 'Password', 'textbox');
  expect(await person.page.getByLabel('User name').inputValue()).toBe('grace');
  await expectAccessible(person.page);
  await person.page.keyboard.type('Grace');
  await person.page.keyboard.press('Enter');
  await person.page.getByText('Password takes at least 6 characters').waitFor();
  await person.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await person.page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await person.page.keyboard.press('Enter');
  await person.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await person.page.goto(`${server.address}/#/admin/users`);
  await person.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  // The address of a link differs in its fragment only.
  await person.page.goto(url);
  await person.page.getByRole('alert').getByText('This link does not work').waitFor();
  await expectAccessible(person.page);
  expect(person.problems).toEqual([]);
  await person.context.close();
});

test('an Owner changes a role, ends sessions, deactivates and deletes', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await office.screen('users', 'Users');
  await expectAccessible(page);
  const panel = await office.open('Edit grace', 'grace');
  await panel.getByText(/^Active, last seen/).waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });
  await panel.getByRole('button', { name: 'End all sessions' }).click();
  await panel.getByText('Not signed in anywhere.').waitFor();
  await panel.getByRole('radio', { name: 'Client' }).click();
  await panel.getByText('There are no SMS accounts yet.').waitFor();
  await panel.getByRole('radio', { name: 'Accountant' }).click();
  await panel.getByRole('button', { name: 'Change the role' }).click();
  await page.getByRole('row', { name: /grace.*Accountant/, includeHidden: true }).waitFor();
  await panel.getByLabel('E-mail').fill('no address');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('E-mail must be a valid e-mail address').waitFor();
  await panel.getByLabel('E-mail').fill('grace@example.org');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Send a link by e-mail' }).waitFor();
  await panel.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('All sessions end at once').waitFor();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).last().click();
  await panel.getByRole('button', { name: 'Reactivate' }).click();
  await panel.getByRole('button', { name: 'Deactivate' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focused(page, 'Edit grace', 'button');

  const own = await office.open('Edit admin', 'admin');
  await own.getByText('This is you.').waitFor();
  expect(await own.getByRole('button', { name: /Change the role|Deactivate|Delete/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await own.waitFor({ state: 'hidden' });
});

test('a forgotten password: the sign-in says the same for every address, and the link of the mail sets a new one', async () => {
  const person = await openPage(browser, { viewport: { width: 390, height: 900 } });
  const { page: login } = person;
  await login.goto(`${server.address}/#/login`);
  await login.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = login.getByRole('dialog', { name: 'New password' });
  const said = 'If the address belongs to a user, a link for a new password is on its way.';
  for (const email of ['unknown@example.org', 'grace@example.org']) {
    await dialog.getByLabel('E-mail').fill(email);
    await login.keyboard.press('Enter');
    await dialog.getByText(said).waitFor();
    await expectAccessible(login, { part: '[role=dialog]' });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    if (email.startsWith('unknown')) await login.getByRole('button', { name: 'Forgot your password?' }).click();
  }
  await until(async () => smtp.mails.length > 0);
  expect(smtp.mails.map(({ to }) => to)).toEqual([['grace@example.org']]);
  const url = /http\S+#\/accept\/[\w-]+/.exec(smtp.mails[0]?.body ?? '')?.[0] ?? '';
  await login.goto(url);
  await login.getByRole('heading', { level: 1, name: 'New password' }).waitFor();
  await login.getByRole('textbox', { name: 'Password', exact: true }).fill('the newest password');
  await login.getByRole('textbox', { name: 'Confirm Password' }).fill('the newest password');
  await login.keyboard.press('Enter');
  await login.getByRole('heading', { level: 1, name: '' }).waitFor();
  expect(person.problems).toEqual([]);
  await person.context.close();
});

test('more than ten users have a search, and a deleted user leaves the list', async () => {
  for (let count = 1; count <= 10; count += 1) {
    const values = { firstName: 'Person', lastName: `${count}`, email: '', role: 'Editor', way: 'shown' } as const;
    await api().users.invite.mutate({ ...values, userName: `user-${count}` });
  }
  await page.reload();
  await office.screen('users', 'Users');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('HOPPER grace');
  await expect.poll(() => page.getByRole('button', { name: /^Edit / }).count()).toBe(1);
  await search.fill('nobody of this name');
  await page.getByText('No user matches “nobody of this name”.').waitFor();
  await search.fill('grace');
  const panel = await office.open('Edit grace', 'grace');
  await panel.getByRole('button', { name: 'Delete the user' }).click();
  await page.getByText('grace, with all sessions and credentials').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByText('No user matches “grace”.').waitFor();
  expect(problems).toEqual([]);
});
