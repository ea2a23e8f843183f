import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { ada, addPeople, ben } from './person.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  await addPeople(server.deps, new Date(Date.now() - 40 * 86_400_000));
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 1000 }, acceptDownloads: true }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const group = (name: string) => page.getByRole('region', { name, exact: true });

test('finds a person by name, and offers the addresses that identify one person, by keyboard', async () => {
  await page.goto(`${server.address}/#/admin/privacy`);
  await page.getByRole('heading', { level: 1, name: 'Personal data' }).waitFor();
  await page.getByRole('textbox', { name: 'Person' }).focus();
  await page.keyboard.type('lovelace');
  await page.keyboard.press('Enter');
  await page.getByText('3 records about lovelace').waitFor();
  expect(await page.getByRole('button', { name: 'Erase…' }).count()).toBe(0);
  await page.getByRole('button', { name: ada.email }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(`7 records about ${ada.email}`).waitFor();
  await group('Messages of the contact form').getByText('=1+1 hello').waitFor();
});

test('is accessible, narrow and wide, light and dark', () => expectAccessible(page));

test('exports a person as CSV', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).toString()).toContain("Message,'=1+1 hello");
});

test('shows what erasing does, asks for the text again, and erases, by keyboard at 390 px', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Erase…' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Erase a person' });
  await panel.getByText('Messages of the contact form: 2').waitFor();
  await panel.getByText('Texts that mention the person: 2').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await panel.getByRole('textbox', { name: 'Confirm' }).focus();
  await page.keyboard.type(ben.email);
  await page.keyboard.press('Enter');
  await panel.getByText(`Type ${ada.email}`).nth(1).waitFor();
  expect(await server.deps.db.$count(inboxMessages)).toBe(3);
  await panel.getByRole('textbox', { name: 'Confirm' }).fill(ada.email);
  await page.keyboard.press('Enter');
  await page.getByText('5 records were deleted or made anonymous.').waitFor();
  await panel.waitFor({ state: 'hidden' });
  await page.getByText(`2 records about ${ada.email}`).waitFor();
  expect(await server.deps.db.$count(inboxMessages)).toBe(1);
});

test('sets how long messages are kept, and the text for the privacy statement follows', async () => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  const change = page.getByRole('button', { name: 'Change how long is kept: Messages of the contact form' });
  await change.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Messages of the contact form' });
  await panel.getByLabel('Keep for ever').focus();
  await page.keyboard.press('Space');
  await panel.getByLabel('Days').fill('9999');
  await page.keyboard.press('Enter');
  await panel.getByText('Days must be between 1 and 3650').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await panel.getByLabel('Days').fill('30');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Keep this data for 30 days only?' })
    .getByRole('button', { name: 'Save' })
    .click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByText('1 with the next run').waitFor();
  await page.getByText('with the contact form are kept for 30 days.').waitFor();
  await page.getByRole('button', { name: 'Copy the text' }).click();
  await page.getByText(/Copied\.|Press Ctrl\+C to copy\./).waitFor();
  expect(problems).toEqual([]);
});
