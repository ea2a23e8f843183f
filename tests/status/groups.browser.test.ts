import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { makeStatusScene } from './scene.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let visitor: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  await makeStatusScene(server);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
  ({ page: visitor } = await openPage(browser, { javaScriptEnabled: false }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const api = () => trpcClient(server.address, server.adminToken);

/** Puts a server into a group on the server's page. */
async function choose(serverName: string, group: string) {
  const found = (await api().status.servers.query()).find(({ name }) => name === serverName);
  await page.goto(`${server.address}/#/admin/schedule-tasks/${found?.id}`);
  await page.reload();
  await page.getByRole('combobox', { name: 'Group of the status page' }).click();
  await page.getByRole('option', { name: group }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
}

test('a group is made by keyboard, gets servers, and is a section of /status with a page of its own', async () => {
  await backOffice(page, server).screen('status-page', 'Status page');
  await page.getByText('There are no groups yet.').waitFor();
  await button('New group').press('Enter');
  await page.getByRole('dialog', { name: 'New group' }).waitFor();
  await expect.poll(() => field('Name').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Name is required').waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });
  await page.keyboard.type('Café & Küche');
  expect(await field('Address').inputValue()).toBe('cafe-kuche');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Shops and Co');
  await page.keyboard.press('Enter');
  await page.getByText(/^Address takes lower-case letters/).waitFor();
  await field('Address').fill('shops');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Everything that sells.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(
    await page.getByRole('checkbox', { name: /^Shown on/ }).evaluate((box) => box === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Café & Küche.*Everybody, also on \/status/ }).waitFor();
  await expectAccessible(page);

  await choose('Booking', 'Café & Küche');
  expect(await accessibilityProblems(page, '[aria-label=Settings]')).toEqual([]);
  await visitor.goto(`${server.address}/status`);
  const section = visitor.getByRole('region', { name: 'Café & Küche' });
  await section.getByText('Everything that sells.').waitFor();
  expect(await section.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Booking']);
  await visitor.getByRole('region', { name: 'Other servers' }).getByRole('heading', { name: 'Mail' }).waitFor();
  await section.getByRole('link', { name: 'Café & Küche' }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Café & Küche' }).waitFor();
  expect(visitor.url()).toBe(`${server.address}/status/shops`);
  await visitor.getByText('All servers are online').waitFor();
  expect(await visitor.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Booking']);
  await visitor.getByRole('link', { name: 'All servers' }).click();
  expect(visitor.url()).toBe(`${server.address}/status`);
});

test('both pages are accessible on a phone and a desktop, light and dark', async () => {
  const scripted = await openPage(browser);
  for (const path of ['/status', '/status/shops']) {
    await scripted.page.goto(`${server.address}${path}`);
    await expectAccessible(scripted.page, { what: path });
  }
  expect(scripted.problems).toEqual([]);
});

test('a secret group is seen with its link only, the link can be replaced, and a deletion publishes nothing', async () => {
  await backOffice(page, server).screen('status-page', 'Status page');
  await button('New group').click();
  await field('Name').fill('Vault');
  await page.getByText('Behind a secret link', { exact: true }).click();
  expect(await page.getByText('Shown on /status', { exact: true }).count()).toBe(0);
  await button('Save').click();
  await page.getByRole('row', { name: /Vault.*People with the link/ }).waitFor();
  await choose('Payments', 'Vault (secret link)');
  await backOffice(page, server).screen('status-page', 'Status page');
  await button('Vault').click();
  const link = page.getByRole('region', { name: 'Secret link' }).getByRole('textbox');
  const old = new URL(await link.inputValue()).pathname;
  await expectAccessible(page, { part: '[role=dialog]' });
  await visitor.goto(`${server.address}${old}`);
  await visitor.getByRole('heading', { level: 1, name: 'Vault' }).waitFor();
  expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await visitor.locator('link[rel=canonical], meta[property^="og:"]').count()).toBe(0);
  expect(await visitor.getByRole('link', { name: 'JSON' }).getAttribute('href')).toBe(`${old}.json`);

  await button('Replace the link').click();
  await button('Replace').click();
  await expect.poll(() => link.inputValue()).not.toContain(old);
  expect((await visitor.goto(`${server.address}${old}`))?.status()).toBe(404);
  expect((await visitor.goto(await linkHere()))?.status()).toBe(200);
  for (const path of ['/', '/status', '/status.json', '/status.rss', '/status/shops', '/sitemap.xml', '/robots.txt']) {
    const body = await (await visitor.request.get(`${server.address}${path}`)).text();
    for (const word of ['Vault', 'vault', 'Payments']) expect(body, path).not.toContain(word);
  }
  async function linkHere() {
    return `${server.address}${new URL(await link.inputValue()).pathname}`;
  }

  await button('Delete this group').click();
  await page.getByText('Its secret link ends. Its server is taken off the status page, and not made public.').waitFor();
  await button('Delete').click();
  await button('Vault').waitFor({ state: 'detached' });
  await visitor.goto(`${server.address}/status`);
  expect(await visitor.getByText('Payments').count()).toBe(0);
  const servers = await api().status.servers.query();
  expect(servers.map(({ name }) => name)).not.toContain('Payments');
  expect(problems).toEqual([]);
});

test('a group whose link ends asks before its servers become public, and an incident warns of the secret names', async () => {
  const { id } = await api().status.saveGroup.mutate({
    ...{ name: 'Cellar', slug: 'cellar', description: '', displayOrder: 9, isShown: true, isSecret: true },
  });
  await choose('Mail', 'Cellar (secret link)');
  await backOffice(page, server).screen('status-page', 'Status page');
  await button('New incident').first().click();
  await page.getByRole('textbox', { name: 'Affected servers' }).or(page.getByLabel('Affected servers')).first().click();
  await page.getByRole('option', { name: 'Mail' }).click();
  await page.getByRole('option', { name: 'Booking' }).click();
  await page.getByText(/Name no server of Cellar in them/).waitFor();
  await button('Close New incident').click();
  await button('Discard changes').click();
  await button('Cellar').click();
  await page.getByText('Behind a secret link', { exact: true }).last().click();
  await button('Save').click();
  await page.getByText('The secret link ends. Its server becomes public.').waitFor();
  await button('Cancel').click();
  expect((await api().status.groups.query()).find((group) => group.id === id)?.isSecret).toBe(true);
});
