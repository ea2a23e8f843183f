import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  const api = trpcClient(server.address, server.adminToken);
  const [item] = await api.features.items.list.query({});
  if (!item) throw new Error('no feature');
  await api.features.items.save.mutate({ id: item.id, values: { ...item, name: 'Harbour lights' } });
  // An entry of a process that crashed during a change, and more for a second page.
  const entry = {
    at: new Date(Date.now() - 86_400_000 * 3),
    userId: 9,
    userName: 'ada',
    role: 'Admin' as const,
    ip: '192.0.2.7',
    requestId: 'abc',
    section: 'hero',
    action: 'hero.heading.save',
    outcome: 'done' as const,
    changes: [],
  };
  await server.deps.db.insert(auditEntries).values([{ ...entry, outcome: 'begun' }, ...Array(60).fill(entry)]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 1000 }, acceptDownloads: true }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const rows = () => page.locator('tbody tr');

test('shows users and actions, and an entry’s old and new values in a panel, by keyboard', async () => {
  await page.goto(`${server.address}/#/admin/audit`);
  await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
  const row = rows().filter({ hasText: 'Features: items: save' });
  await row.getByText('Feature Harbour lights').waitFor();
  await row.getByText('127.0.0.1').waitFor();
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Audit Entry' });
  await panel.getByRole('cell', { name: 'Harbour lights' }).waitFor();
  await panel.getByText('features.items.save').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // A copied URL opens the same entry.
  await page.reload();
  await panel.getByRole('cell', { name: 'Harbour lights' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
});

test('filters by user, section, text and day, and pages', async () => {
  await page.getByText(/^6\d entries$/).waitFor();
  await page.getByRole('button', { name: 'next page' }).click();
  await expect.poll(() => rows().count()).toBeLessThan(50);
  await page.getByLabel('User').selectOption('ada');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('61 entries').waitFor();
  await page.getByText('Outcome unknown').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'next page' }).click();
  await page.getByText('Outcome unknown').waitFor();
  await page.getByLabel('First day').fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No entries match.').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel('Section').selectOption({ label: 'Features' });
  await page.getByRole('textbox', { name: 'Text' }).fill('HARBOUR');
  await page.keyboard.press('Enter');
  await page.getByText('1 entry').waitFor();
});

test('exports the shown entries as a file', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Harbour lights');
  expect(problems).toEqual([]);
});
