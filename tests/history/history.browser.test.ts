import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { backOffice, listensToArrows } from '../fixture/back-office.ts';
import {
  accessibilityProblems,
  failCalls,
  launchBrowser,
  openPage,
  signInAsAdmin,
  smallTargets,
} from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser));
  office = backOffice(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await signInAsAdmin(page, server);
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

const api = () => trpcClient(server.address, server.adminToken);
const frame = (): FrameLocator => page.frameLocator('iframe[title^="The page"]');
const toast = (text: string): Locator => page.locator('.Toastify__toast').filter({ hasText: text });
/** Name of the focused button. */
const focused = () =>
  page.evaluate('document.activeElement.tagName === "BUTTON" && document.activeElement.textContent');
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Problems of the state on screen at three widths, in both colour schemes. */
async function screenProblems(state: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [768, 'light'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // The scheme arrives with a render, and its transitions start with the next frame.
    await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const list = [...(await accessibilityProblems(page)), ...(await smallTargets(page))];
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    found.push(...(overflow ? ['wider than the window', ...list] : list).map((one) => `${state}, ${width}: ${one}`));
  }
  return found;
}

test('a deletion and a move are undone by keyboard in their toasts, which wait while focused', async () => {
  const names = async () => (await api().features.items.list.query({})).map(({ name }) => name);
  const before = await names();
  await office.screen('feature', 'Feature Detail');
  const panel = await office.open('Features', 'Edit Feature Details');
  await office.remove(panel, before[1] ?? '');
  await toast('Delete Succesfull').waitFor();
  expect(await names()).toHaveLength(before.length - 1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Alt+t');
  const bar = () =>
    page
      .locator('.Toastify__progress-bar')
      .first()
      .evaluate((one) => getComputedStyle(one).animationPlayState);
  await expect.poll(bar).toBe('paused');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast('Undone.').waitFor();
  expect(await names()).toEqual(before);
  await panel.getByRole('button', { name: `Delete ${before[1]}` }).waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Edit Feature Details');

  // The same toast is not left behind.
  await expect.poll(() => page.locator('.Toastify__toast').count()).toBe(1);

  await panel.getByRole('button', { name: `Move ${before[0]}` }).press('Space');
  await listensToArrows(page);
  await page.keyboard.press('ArrowDown');
  await page.getByText(/is over place 2 of/).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await toast('Order changed.').getByRole('button', { name: 'Undo' }).press('Enter');
  await toast('Undone.').waitFor();
  expect(await names()).toEqual(before);
});

test('the screen passes axe with open changes, long texts and names, without entries, and when it cannot load', async () => {
  const [item] = await api().descriptions.items.list.query({});
  if (!item) throw new Error('no description');
  const long = 'Lighthouse '.repeat(360).trim();
  await api().descriptions.items.save.mutate({
    id: item.id,
    values: { ...item, title: 'W'.repeat(160), description: long },
  });
  await api().descriptions.items.save.mutate({ id: item.id, values: { ...item, description: `${long} at last` } });
  await office.screen('history', 'History');
  const closed = button(/changed .*Description of the description/).and(page.locator('[aria-expanded=false]'));
  await closed.first().click();
  await closed.first().click();
  await page.getByText('Show the whole text').first().waitFor();
  const found = await screenProblems('open changes');
  await page.getByRole('checkbox', { name: 'Deleted only' }).check();
  await page.getByRole('combobox', { name: 'Section' }).selectOption('Map');
  await page.getByText('No changes match.').waitFor();
  found.push(...(await screenProblems('empty')));
  await failCalls(page, 'history\\.list');
  await page.getByRole('combobox', { name: 'Section' }).selectOption('Facts');
  await page.getByText('This history could not be loaded').waitFor();
  found.push(...(await screenProblems('failed')));
  await page.unrouteAll();
  await button('Try again').click();
  await button('Show all changes').press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('history-section');
  expect(found).toEqual([]);
});

test('the page as it was shows the old text, is compared with the page now, and the page returns and comes back', async () => {
  const [hero] = await api().hero.heading.list.query({});
  const [member] = await api().team.members.list.query({});
  if (!hero || !member) throw new Error('no sample content');
  const save = (title: string) => api().hero.heading.save.mutate({ id: hero.id, values: { ...hero, title } });
  await save('The old title');
  await save('The new title');
  await api().team.members.delete.mutate({ id: member.id });
  const title = async () => (await api().hero.heading.list.query({}))[0]?.title;

  await office.screen('history', 'History');
  await button(/changed Title of the introduction “The old title”/).click();
  await button('Show the page after this change').click();
  await page.getByRole('heading', { level: 1, name: 'The page as it was' }).waitFor();
  const heading = frame().getByRole('heading', { level: 1, includeHidden: true });
  await expect.poll(() => heading.textContent()).toContain('The old title');
  expect(await frame().locator('body').getAttribute('inert')).not.toBe(null);
  const found = await screenProblems('page as it was');
  await page.getByText('Now', { exact: true }).click();
  await expect.poll(() => heading.textContent()).toContain('The new title');
  await page.getByText('Side by side', { exact: true }).click();
  const titleIn = (place: number) =>
    page.frameLocator('iframe[title^="The page"]').nth(place).getByRole('heading', { level: 1, includeHidden: true });
  await expect.poll(() => titleIn(0).textContent()).toContain('The old title');
  await expect.poll(() => titleIn(1).textContent()).toContain('The new title');
  found.push(...(await screenProblems('side by side')));
  await page.getByText('Then', { exact: true }).click();
  await page.getByText('Phone', { exact: true }).click();
  await expect.poll(() => page.locator('iframe[title^="The page"]').evaluate((one) => one.clientWidth)).toBe(390);
  await button('Later change').click();
  await page.getByRole('status').filter({ hasText: 'The new title' }).waitFor();
  await button('Earlier change').click();
  await page.getByRole('status').filter({ hasText: 'The old title' }).waitFor();

  await button('Return the whole page to this moment').click();
  const question = page.getByRole('dialog', { name: 'Return the whole page to this moment?' });
  await question.getByText(`team member “${member.firstName} ${member.lastName}”`).waitFor();
  found.push(...(await screenProblems('question')));
  await question.getByRole('button', { name: 'Return the page' }).click();
  await toast('The page is').waitFor();
  await page.getByText('The page is like this now.').waitFor();
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  expect(await title()).toBe('The old title');
  await toast('The page is').getByRole('button', { name: 'Undo' }).click();
  await toast('Undone.').waitFor();
  expect(await title()).toBe('The new title');
  expect((await api().team.members.list.query({})).some(({ id }) => id === member.id)).toBe(false);
  await button('All changes').click();
  await button(/undid a change: removed 3 records and changed the introduction “The new title”/).waitFor();
  await expect.poll(() => focused()).toBe('Show the page after this change');
  expect(found).toEqual([]);
});

test('the history of a record lies over its form: axe, Escape, and the focus returns', async () => {
  await office.screen('team', 'Team Member Detail');
  await button(/^Members/)
    .first()
    .click();
  const list = office.panel('Team Member List');
  await list
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await list.getByRole('button', { name: 'History', exact: true }).click();
  const history = page.getByRole('dialog', { name: /^History of / });
  await history.getByRole('button', { expanded: true }).waitFor();
  const found = await screenProblems('history of a record');
  for (let tabs = 0; tabs < 4; tabs += 1) {
    await page.keyboard.press('Tab');
    expect(await history.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'hidden' });
  await list.waitFor();
  await expect.poll(() => focused()).toBe('History');
  expect(found).toEqual([]);
});
