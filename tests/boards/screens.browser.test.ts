import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { until } from '../fakes/clock.ts';
import { type FakeTrello, startFakeTrello } from '../fakes/trello.ts';
import { sampleBoards, touch } from '../fakes/trello-boards.ts';
import { accessibilityProblems, failCalls, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addClientUser } from '../fixture/users.ts';

const mira = { userName: 'mira', password: 'long enough', telephonyClientId: 7 };

// High enough for the whole sidebar: axe takes a link that is scrolled out of it for a broken skip link.
const viewport = { width: 1280, height: 1300 };

let trello: FakeTrello;
let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  trello = await startFakeTrello();
  trello.boards.push(...sampleBoards());
  const variables = { TRELLO_API_BASE: trello.url, TRELLO_KEY: trello.key, TRELLO_TOKEN: trello.token };
  [server, browser] = await Promise.all([startTestServer(variables), launchBrowser()]);
  await server.deps.db.insert(telephonyClients).values({
    id: mira.telephonyClientId,
    projectName: 'Harbour',
    twilioPhoneNumber: '+15005550006',
    phoneNumber: '+15005550007',
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'sealed',
    isActive: true,
    isDefault: false,
    createdAt: server.deps.now(),
  });
  await addClientUser(server.deps, mira);
  const api = trpcClient(server.address, server.adminToken);
  await until(async () => (await api.boards.status.query()).succeededAt !== null);
  ({ page, problems } = await openPage(browser, { viewport }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await trello.stop();
});

const panel = (name: string, on = page) => on.getByRole('dialog', { name, exact: true });
const screen = async (path: string, title: string, on = page) => {
  await on.goto(`${server.address}/#/admin/${path}`);
  await on.getByRole('heading', { level: 1, name: title }).waitFor();
};

test('an admin sees the boards, syncs them, and downloads a list’s report', async () => {
  await screen('trello', 'Trello Detail');
  await page.getByRole('cell', { name: 'Travel and expenses', exact: true }).waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'View Lists',
    'Name',
    'Description',
    'Go To Board',
    'Sharing',
  ]);
  await page.getByRole('cell', { name: 'Move of 2024 Archived', exact: true }).waitFor();
  const link = page.getByRole('link', { name: 'Go To Board Office' });
  expect(await link.getAttribute('target')).toBe('_blank');
  expect(await link.getAttribute('rel')).toContain('noopener');
  expect(await accessibilityProblems(page)).toEqual([]);

  const [travel] = trello.boards;
  if (!travel) throw new Error('no board');
  travel.name = 'Travel, renamed';
  touch(travel);
  // A sync that is under way already is not doubled, and may have read the board before its new name.
  const synced = async () => {
    await page.getByRole('button', { name: 'Sync' }).click();
    await page.waitForTimeout(1500);
    return page.getByRole('cell', { name: 'Travel, renamed', exact: true }).isVisible();
  };
  await expect.poll(synced, { timeout: 25_000 }).toBe(true);
  await page.getByText(/^Last synced/).waitFor();

  await page.getByRole('button', { name: 'View Lists of Travel, renamed' }).click();
  await panel('Lists').getByRole('cell', { name: 'Settled in 2025 Archived' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await panel('Lists').getByRole('link', { name: 'Export Report of March 2026' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Expenses - March 2026.xlsx');
  const { sheets } = await readXlsx(await readFile(await file.path()));
  expect(sheets.map(({ name }) => name)).toEqual(['Expenses', 'Totals', 'Without amount']);
  expect(sheets[0]?.rows.slice(5).map((row) => [row[2], row[6], row[7]])).toEqual([
    ['Train to Bremen 1.234,50 €', 1234.5, 'EUR'],
    ['Hotel am Hafen, two nights', 318.4, 'not given'],
    ['Dinner with the pilots $86.20', 86.2, '$'],
    ['Refund of the second room -12.00', -12, 'not given'],
  ]);
  expect(sheets[2]?.rows.slice(5).map((row) => row[2])).toEqual(['Taxi, receipt missing']);
  expect(problems).toEqual([]);
});

test('the report of a board and of all boards, for a period, with a currency', async () => {
  await panel('Lists').getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Other dates' }).click();
  await panel('Lists').getByLabel('From').fill('2026-03-02');
  await panel('Lists').getByLabel('To').fill('2026-03-01');
  await panel('Lists').getByText('The last day is before the first.').waitFor();
  expect(await panel('Lists').getByRole('link', { name: 'Export Report' }).count()).toBe(0);
  await panel('Lists').getByLabel('To').fill('2026-12-31');
  const board = page.waitForEvent('download');
  await panel('Lists').getByRole('link', { name: 'Export Report of the board' }).click();
  expect((await board).suggestedFilename()).toMatch(/^Expenses - Travel.* from 2026-03-02 to 2026-12-31\.xlsx$/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Expense Report' }).click();
  await panel('Expense Report').getByRole('combobox', { name: 'Currency' }).fill('swiss');
  await page.getByRole('option', { name: /CHF/ }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  const all = page.waitForEvent('download');
  await panel('Expense Report').getByRole('link', { name: 'Export Report of all boards' }).click();
  const { sheets } = await readXlsx(await readFile(await (await all).path()));
  expect(sheets[0]?.rows[3]?.[0]).toBe(
    'Date: due date, else creation; from 2026-03-02 to 2026-12-31 (UTC); amounts without a certain currency in CHF',
  );
  await page.keyboard.press('Escape');
  await panel('Expense Report').waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('boards and lists that failed to load can be retried', async () => {
  const boards = await failCalls(page, 'boards.list');
  await page.goto('about:blank');
  await screen('trello', 'Trello Detail');
  await page.getByText('This list could not be loaded').waitFor();
  await page.getByText('We have faced some technical issue.').first().waitFor();
  await boards();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  const view = page.getByRole('button', { name: /^View Lists of Travel/ });
  await view.waitFor();
  const lists = await failCalls(page, 'boards.lists');
  await view.click();
  await panel('Lists').getByText('This list could not be loaded').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await lists();
  await panel('Lists').getByRole('button', { name: 'Try again' }).click();
  await panel('Lists').getByRole('link', { name: 'Export Report of March 2026' }).waitFor();
  expect(problems).toEqual([]);
});

test('an admin adds a category and a label, and sees an error for a duplicate', async () => {
  await screen('trello-category', 'Trello Category');
  await page.getByRole('button', { name: 'Add' }).click();
  await panel('Trello Category').getByRole('button', { name: 'Save' }).click();
  await panel('Trello Category').getByText('Category Name is required').waitFor();
  await panel('Trello Category').getByLabel('Category Name').fill('Lodging');
  await panel('Trello Category').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Lodging', exact: true }).waitFor();
  await panel('Trello Category').waitFor({ state: 'hidden' });
  // The panel has slid out for good.
  await page.waitForFunction(() => [...document.querySelectorAll('[data-portal]')].every((part) => !part.textContent));
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['View Label', 'Edit', 'Name']);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit Lodging' }).click();
  await panel('Trello Category').getByLabel('Category Name').fill('Hotels');
  await panel('Trello Category').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Hotels', exact: true }).waitFor();
  await panel('Trello Category').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'View Label of Hotels' }).click();
  const labels = panel('Labels');
  const add = async () => {
    await labels.getByLabel('Label', { exact: true }).selectOption({ label: 'Hotel' });
    await labels.getByRole('button', { name: 'Add' }).click();
  };
  await add();
  await labels.getByRole('cell', { name: 'Hotel', exact: true }).waitFor();
  await add();
  await page.getByText('The label “Hotel” is in this category already.').waitFor();
  expect(await labels.getByRole('cell', { name: 'Hotel', exact: true }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('an admin sees why a board could not be read, and shares one board with a client', async () => {
  const [travel, office] = trello.boards;
  if (!travel || !office) throw new Error('no boards');
  trello.interfere = (path) =>
    path.includes(office.id) ? { status: 401, body: 'unauthorized permission requested' } : undefined;
  touch(office);
  await screen('trello', 'Trello Detail');
  const row = page.getByRole('row', { name: office.name });
  // The sync of one changed board ends before the first poll of its state.
  await page.getByRole('button', { name: 'Sync' }).click();
  await row.getByText('Trello refuses to show this board: “unauthorized permission requested” (401).').waitFor();
  expect(await page.getByText('refuses to show').count()).toBe(1);
  trello.interfere = () => undefined;
  await expect.poll(() => page.getByRole('button', { name: 'Sync' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Sync' }).click();
  await row.getByText('refuses to show').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: `Not shared: share ${travel.name}` }).click();
  const share = panel('Share Board').getByRole('switch', { name: 'Harbour' });
  await share.click();
  await page.getByRole('button', { name: `1 client: share ${travel.name}`, includeHidden: true }).waitFor();
  await expect.poll(() => share.isChecked()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /^Not shared: share/, includeHidden: true }).count()).toBe(2);
  expect(problems).toEqual([]);
});

test('a client sees its shared board and that board’s category without the controls, and the server refuses them', async () => {
  const opened = await openPage(browser, { viewport });
  const { page: own, context } = opened;
  await own.goto(`${server.address}/#/login`);
  await own.getByLabel('User name').fill(mira.userName);
  await own.getByRole('textbox', { name: 'Password' }).fill(mira.password);
  await own.getByRole('button', { name: 'Sign in' }).click();
  await own.getByRole('heading', { level: 1, name: 'Manage Client Contact Detail' }).waitFor();

  await screen('trello', 'Trello Detail', own);
  await own.getByRole('cell', { name: /^Travel/ }).waitFor();
  await own.getByText('You see the boards that an administrator has shared with your account.').waitFor();
  expect(await own.getByRole('row').count()).toBe(2);
  expect(await own.getByRole('button', { name: /share/ }).count()).toBe(0);
  expect(await accessibilityProblems(own)).toEqual([]);
  expect(await own.getByRole('button', { name: 'Sync' }).count()).toBe(0);
  await screen('trello-category', 'Trello Category', own);
  await own.getByRole('cell', { name: 'Hotels', exact: true }).waitFor();
  expect(await own.getByRole('button', { name: 'Add' }).count()).toBe(0);
  expect(await own.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
  await own.getByRole('button', { name: 'View Label of Hotels' }).click();
  await panel('Labels', own).getByRole('cell', { name: 'Hotel', exact: true }).waitFor();
  expect(await panel('Labels', own).getByRole('combobox').count()).toBe(0);
  expect(
    await panel('Labels', own)
      .getByRole('button', { name: /Add|Remove/ })
      .count(),
  ).toBe(0);

  const api = trpcClient(server.address, await signIn(server.address, mira));
  const refused = { data: { httpStatus: 403 } };
  await expect(api.boards.sync.mutate()).rejects.toMatchObject(refused);
  await expect(api.boards.saveCategory.mutate({ name: 'Mine' })).rejects.toMatchObject(refused);
  expect(opened.problems).toEqual([]);
  await context.close();
});

test('without credentials the screens say how to connect', async () => {
  const alone = await startTestServer();
  const opened = await openPage(browser, { viewport });
  await signInAsAdmin(opened.page, alone);
  for (const path of ['trello', 'trello-category']) {
    await opened.page.goto(`${alone.address}/#/admin/${path}`);
    await opened.page.getByText('Trello is not connected').waitFor();
    await opened.page.getByText('TRELLO_TOKEN').waitFor();
    expect(await accessibilityProblems(opened.page)).toEqual([]);
  }
  expect(opened.problems).toEqual([]);
  await opened.context.close();
  await alone.stop();
});
