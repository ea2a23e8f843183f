import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientHeadings } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addClientUser } from '../fixture/users.ts';

const mira = { userName: 'mira', password: 'long enough', telephonyClientId: 7 };
const codes = { own: 'code-of-miras-server', other: 'code-of-another-server' };
const viewport = { width: 1280, height: 1400 };

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  await addClientUser(server.deps, mira);
  const [heading] = await server.deps.db.select().from(clientHeadings);
  const api = trpcClient(server.address, server.adminToken);
  const values = {
    displayOrder: 1,
    checkInterval: '15-minutes',
    logo: null,
    isActive: true,
    showOnHomePage: true,
  } as const;
  const save = (name: string, healthCode: string, telephonyClientId: number | null) =>
    api.clients.items.save.mutate({
      parentId: heading?.id ?? 1,
      values: { ...values, name, healthCode, telephonyClientId },
    });
  await save('Mill', codes.own, 7);
  await save('Forge', codes.other, null);
  ({ page, problems } = await openPage(browser, { viewport }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const ping = (path: string) =>
  fetch(`${server.address}/serverhealthstatus/${path}`, { method: 'POST', body: 'disk 40 %' });
const row = (name: string, on = page) => on.getByRole('row').filter({ hasText: name });

test('an admin sees the servers with their live status and filters them', async () => {
  // The screen refreshes by events: it polls less often than this test waits.
  const stream = page.waitForResponse(/\/api\/health\/events\?ids=\d+,\d+$/);
  await page.goto(`${server.address}/#/admin/schedule-tasks`);
  await page.getByRole('heading', { level: 1, name: 'Schedule Tasks' }).waitFor();
  await row('Mill').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Select',
    'State',
    'Logo',
    'Client Name',
    'Last Runs',
    'Health Status Check Code',
    'Health Status Check Interval',
    'System Status Updated On',
    'Status',
  ]);
  await row('Mill').getByRole('img', { name: 'New' }).waitFor();
  expect((await stream).status()).toBe(200);
  expect((await ping(`${codes.own}/start`)).status).toBe(200);
  await row('Mill').getByText('Running since').waitFor();
  expect((await ping(codes.own)).status).toBe(200);
  // The open screen refreshes by itself.
  await row('Mill').getByRole('img', { name: 'Online' }).waitFor();
  expect(await row('Mill').textContent()).toMatch(/\d\d\/\d\d\/\d{4} (0[1-9]|1[0-2]):\d\d:\d\d [AP]M/);
  await ping(`${codes.other}/fail`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await row('Forge').getByRole('img', { name: 'Offline' }).waitFor();
  await row('Forge').getByText('FAILED: disk 40 %').waitFor();
  expect(await row('Mill').getByText('Running since').count()).toBe(0);
  await page.getByText('Offline 1').click();
  await row('Mill').waitFor({ state: 'detached' });
  await page.getByText('All 2').click();
  await page.getByLabel('Filter by client name').fill('mil');
  await row('Forge').waitFor({ state: 'detached' });
  await page.getByLabel('Filter by client name').fill('');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the page of a server shows history and snippets, pauses and resumes, and publishes badge and status page', async () => {
  expect((await fetch(`${server.address}/status`)).status).toBe(404);
  // Links of alarms lead to the same page.
  const [{ clientId: id } = { clientId: 0 }] = await server.deps.db
    .select()
    .from(healthMonitors)
    .where(eq(healthMonitors.code, codes.own));
  await page.goto(`${server.address}/#/admin/schedule-tasks?list=${id}`);
  await page.waitForURL(`**/#/admin/schedule-tasks/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Mill' }).waitFor();
  const panel = page.getByRole('main');
  await panel.getByText('No outage in the last 90 days.').waitFor();
  await panel.getByText('disk 40 %').first().waitFor();
  await panel.getByText('1 run, the longest').waitFor();
  for (const name of ['curl', 'PowerShell', 'cron', 'systemd timer', 'Windows task'])
    await panel.getByRole('button', { name: `Copy the ${name} snippet` }).waitFor();
  await panel.getByText('*/15 * * * * curl').waitFor();
  await panel.getByLabel('Expected run time in minutes').fill('90');
  await panel.getByText('Public badge').click();
  await panel.getByText('On the public status page').click();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const badge = await panel.getByRole('link', { name: /serverhealthbadge/ }).getAttribute('href');
  expect(await (await fetch(`${server.address}${badge}`)).text()).toContain('aria-label="Mill: online"');
  const status = await (await fetch(`${server.address}/status`)).text();
  expect(status).toContain('Mill');
  expect(status).not.toContain('Forge');
  const [saved] = await server.deps.db.select().from(healthMonitors).where(eq(healthMonitors.code, codes.own));
  const [other] = await server.deps.db.select().from(healthMonitors).where(eq(healthMonitors.code, codes.other));
  expect([saved?.expectedRunSeconds, other?.expectedRunSeconds]).toEqual([5400, null]);
  // The server's clock counts, not the browser's.
  await page.clock.setFixedTime(new Date(Date.now() + 86_400_000));
  await panel.getByRole('button', { name: 'Maintenance 4 h' }).click();
  await panel.getByText(/Alarms are held back until .* the server is in maintenance/).waitFor();
  expect(await (await fetch(`${server.address}/status`)).text()).toContain('<p class="status-until">until ');
  await page.clock.setFixedTime(new Date());
  await panel.getByRole('button', { name: 'Pause' }).click();
  await panel.getByRole('region', { name: 'State' }).getByText('Paused').waitFor();
  await panel.getByRole('button', { name: 'Resume' }).click();
  await panel.getByRole('region', { name: 'State' }).getByText('New', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a server gets a schedule of its own, with a preview of its next times', async () => {
  const [forge] = await server.deps.db.select().from(healthMonitors).where(eq(healthMonitors.code, codes.other));
  await page.goto(`${server.address}/#/admin/schedule-tasks/${forge?.clientId}`);
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByText('If the server pings now').waitFor();
  expect(await settings.getByRole('listitem').count()).toBe(5);
  await settings.getByText('Cron', { exact: true }).click();
  const field = settings.getByLabel('Cron expression');
  // Nothing is wrong before a person has typed or saved.
  expect(await settings.getByText('Cron expression is required').count()).toBe(0);
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await settings.getByText('Cron expression is required').waitFor();
  expect(await field.evaluate((input) => document.activeElement === input)).toBe(true);
  await field.fill('61 * * * *');
  await settings.getByText('Invalid value for minute: 61').waitFor();
  expect(await settings.getByRole('listitem').count()).toBe(0);
  await field.fill('30 3 * * 1');
  await settings.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await settings.getByText(/The next times in Asia\/Tokyo/).waitFor();
  await settings
    .getByRole('listitem')
    .filter({ hasText: /Mon.*0?3:30/ })
    .nth(4)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('region', { name: 'State' })
    .getByText(/30 3 \* \* 1 \(Asia\/Tokyo\)/)
    .waitFor();
  await page.getByText(/CRON_TZ=Asia\/Tokyo/).waitFor();
  await settings.getByText('Interval', { exact: true }).click();
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('region', { name: 'State' }).getByText('Expected pings: 15 Minutes').waitFor();
});

test('what is down, since when and who knows: in two clicks from the first screen', async () => {
  const { page: fresh, problems: freshProblems } = await openPage(browser, { viewport });
  await signInAsAdmin(fresh, server);
  await fresh.goto(`${server.address}/#/admin`);
  await fresh.getByRole('heading', { level: 1 }).first().waitFor();
  await fresh.getByRole('link', { name: /^Schedule Tasks/ }).click();
  await expect.poll(() => fresh.title()).toBe('(1) Schedule Tasks · Vitrine');
  // Offline servers come first.
  expect(await fresh.getByRole('row').nth(1).textContent()).toMatch(/^Offline for .*FAILED: disk 40 %.?Forge/);
  await fresh.getByRole('link', { name: 'Forge' }).click();
  const outages = fresh.getByRole('region', { name: 'Outages' });
  await outages.getByText(/^Offline for/).waitFor();
  await outages.getByText('FAILED: disk 40 %').waitFor();
  await outages.getByText('Nobody was notified.').waitFor();
  await fresh
    .getByRole('region', { name: 'Who would be notified now' })
    .getByText('Nobody would be notified')
    .waitFor();
  expect(await accessibilityProblems(fresh)).toEqual([]);
  expect(freshProblems).toEqual([]);
});

test('selected servers are maintained together', async () => {
  await page.goto(`${server.address}/#/admin/schedule-tasks?sort=name`);
  for (const name of ['Forge', 'Mill']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor();
  await page.getByRole('button', { name: 'Maintenance 1 h' }).click();
  await page.getByText('2 servers changed.').waitFor();
  for (const name of ['Forge', 'Mill'])
    await row(name)
      .getByText(/^Maintenance until/)
      .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a client sees only the servers of their own account, without their codes', async () => {
  const { page: own, problems: ownProblems } = await openPage(browser, { viewport });
  await own.goto(`${server.address}/#/login`);
  await own.getByLabel('User name').fill(mira.userName);
  await own.getByRole('textbox', { name: 'Password' }).fill(mira.password);
  await own.getByRole('button', { name: 'Sign in' }).click();
  await own.getByRole('link', { name: 'Schedule Tasks' }).click();
  await row('Mill', own).waitFor();
  expect(await own.getByRole('row').count()).toBe(2);
  await own.getByRole('link', { name: 'Mill' }).click();
  await own.getByRole('heading', { level: 1, name: 'Mill' }).waitFor();
  const panel = own.getByRole('main');
  await panel.getByText('Who would be notified now').waitFor();
  expect(await panel.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  expect(await own.content()).not.toContain(codes.own);
  expect(ownProblems).toEqual([]);
});
