import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRoutes } from '../fixture/admin-routes.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin, smallTargets } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each([
  ['desktop, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['phone, dark', { viewport: { width: 375, height: 800 }, colorScheme: 'dark' }],
] as const)('every screen of the back office: %s', (_name, options) => {
  test('shows the title, fits the width and passes axe, also with an open panel', async () => {
    const { page, context, problems } = await openPage(browser, options);
    await signInAsAdmin(page, server);
    const found: string[] = [];
    for (const { path, title, opens } of adminRoutes) {
      await page.goto(`${server.address}/#/admin/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
      for (const problem of await accessibilityProblems(page)) found.push(`${path}: ${problem}`);
      const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (overflow) found.push(`${path}: wider than the window`);
      for (const target of await smallTargets(page)) found.push(`${path}: small target ${target}`);
      if (opens === undefined) continue;
      await page.getByRole('button', { name: opens }).first().click();
      await page.getByRole('dialog').waitFor();
      for (const problem of await accessibilityProblems(page, '[role=dialog]'))
        found.push(`${path}, panel: ${problem}`);
      // A list of child records: its form too.
      const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
      if ((await add.count()) === 0) continue;
      await add.click();
      await page.getByRole('dialog').getByRole('heading', { name: /^New / }).waitFor();
      for (const problem of await accessibilityProblems(page, '[role=dialog]')) found.push(`${path}, form: ${problem}`);
      for (const target of await smallTargets(page)) found.push(`${path}, form: small target ${target}`);
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);
});

test('Company shows all its columns at 1440 px, also with long texts', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const api = trpcClient(server.address, server.adminToken);
  const [company] = await api.company.heading.list.query({});
  if (!company) throw new Error('no company');
  const values = {
    ...company,
    name: 'Tidewright Lighthouses and Harbour Lanterns of the North Sea',
    email: 'the.office.of.the.lighthouse.keepers@tidewright-harbour.example',
    copyrightText: 'Copyright 2026 Tidewright, all rights and some wrongs reserved',
  };
  await api.company.heading.save.mutate({ id: company.id, values });
  await signInAsAdmin(page, server);
  const card = page.getByRole('region', { name: 'Company Detail' });
  const isActive = card.getByRole('switch', { name: `IsActive of ${values.name}`, checked: true });
  await isActive.waitFor();
  expect((await card.getByRole('term').allTextContents()).sort()).toEqual(
    ['Logo', 'Name', 'Address', 'Email', 'City', 'Zip', 'Contact Number', 'Copyright Text', 'IsActive'].sort(),
  );
  await card.getByText('Icon', { exact: true }).waitFor();
  expect(await card.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  // Buttons carry the company's name, not the hash of its logo.
  await card.getByRole('button', { name: `Edit ${values.name}` }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Skip to the content' }).press('Enter');
  await page.keyboard.press('Tab');
  expect(await isActive.evaluate((input) => input === document.activeElement)).toBe(true);
  await api.company.heading.save.mutate({ id: company.id, values: company });
  await context.close();
});

test('in a low window, sidebar entries outside the scrolled view are still links to screens', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1280, height: 420 } });
  await signInAsAdmin(page, server);
  const last = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Trello Category' });
  for (const focused of [null, last]) {
    await focused?.focus();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  expect(await last.getAttribute('href')).toBe('#/admin/trello-category');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Trello Category' }).waitFor();
  expect(page.url()).toBe(`${server.address}/#/admin/trello-category`);
  await context.close();
});

test('the collapsed sidebar shows icons with names, by keyboard too, and stays collapsed after a reload', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  await signInAsAdmin(page, server);
  const menu = page.getByRole('navigation', { name: 'Screens' });
  const start = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0;
  const before = await start();
  await menu.getByRole('button', { name: 'Collapse the menu' }).press('Enter');
  await menu.getByRole('button', { name: 'Expand the menu' }).waitFor();
  expect((await menu.boundingBox())?.width).toBe(64);
  await expect.poll(start).toBe(before - (232 - 64));
  await menu.getByRole('link', { name: 'Facts', exact: true }).focus();
  await page.locator('[role=tooltip]', { hasText: 'Facts' }).waitFor();
  await page.locator('#content').focus();
  await page.locator('[role=tooltip]').waitFor({ state: 'detached' });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.reload();
  await menu.getByRole('button', { name: 'Expand the menu' }).click();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(232);
  await context.close();
});

test('in a low window, the sidebar shows the entry of the open screen', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1280, height: 420 } });
  await signInAsAdmin(page, server);
  const entry = (name: string) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });
  const isInSight = (name: string) =>
    entry(name).evaluate((link: HTMLElement) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await page.goto(`${server.address}/#/admin/trello-category`);
  await page.getByRole('heading', { level: 1, name: 'Trello Category' }).waitFor();
  await expect.poll(() => isInSight('Trello Category')).toBe(true);
  await page.goto(`${server.address}/#/admin/inbox`);
  await expect.poll(() => isInSight('Inbox')).toBe(true);
  expect(await isInSight('Trello Category')).toBe(false);
  await context.close();
});

describe.each([
  ['1440 px, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['390 px, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const)('find anything, %s', (_name, options) => {
  test('Ctrl+K finds by keyboard alone, also from the page in the editor; the button opens it; axe finds nothing', async () => {
    const { page, context, problems } = await openPage(browser, options);
    await signInAsAdmin(page, server);
    const field = page.getByRole('combobox', { name: 'Find anything' });
    const button = page.getByRole('button', { name: 'Find anything' });
    const found: string[] = [];
    await button.click();
    await field.waitFor();
    found.push(...(await accessibilityProblems(page)));
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);

    const api = trpcClient(server.address, server.adminToken);
    const [plan] = await api.pricing.plans.list.query({});
    await page.keyboard.press('Control+k');
    await field.pressSequentially(plan?.title ?? '');
    const option = page.getByRole('group', { name: 'On the page' }).getByRole('option').first();
    await option.getByText(plan?.title ?? '', { exact: true }).waitFor();
    found.push(...(await accessibilityProblems(page)));
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Edit Price Plan Detail' });
    await panel.waitFor();
    await expect.poll(() => panel.getByLabel('Title').inputValue()).toBe(plan?.title);
    await expect.poll(() => panel.evaluate((one) => one.contains(document.activeElement))).toBe(true);

    // The field takes Esc and Tab, the panel below neither.
    await page.keyboard.press('Control+k');
    await field.fill('nothing has this text');
    await page.getByText('Nothing found for “nothing has this text”').waitFor();
    found.push(...(await accessibilityProblems(page)));
    await page.keyboard.press('Tab');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    expect(await panel.isVisible()).toBe(true);

    await page.goto(`${server.address}/#/admin/page`);
    await page.frameLocator('iframe').locator('#home h1').click();
    await page.keyboard.press('Control+k');
    await field.fill('checks');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Checks' }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('theme');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Theme', exact: true }).waitFor();
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }, 60_000);
});
