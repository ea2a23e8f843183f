import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listensToArrows } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

// The order of clients is their Display Order, which is a form field too: moves and input must not overwrite each other.
let server: TestServer;
let browser: Browser;
let page: Page;
let panel: Locator;
let before: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page } = await openPage(browser));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  // A new page does not ask about input that the previous test left.
  await page.goto('about:blank');
  await page.goto(`${server.address}/#/admin/client`);
  await page
    .getByRole('button', { name: /^Clients/ })
    .first()
    .click();
  panel = page.getByRole('dialog', { name: 'Client List' });
  before = await stored();
  await expect.poll(shown).toEqual(before);
  // The panel takes focus when it opens.
  await expect.poll(() => panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});

const api = () => trpcClient(server.address, server.adminToken);
const handle = (name: string) => panel.getByRole('button', { name: `Move ${name}`, exact: true });
const row = (name: string) => panel.getByRole('row', { name: new RegExp(name) });

/** Names of the clients in the server's order, by Display Order. */
async function stored(): Promise<string[]> {
  return (await api().clients.items.list.query({})).map(({ name }) => name);
}

/** Names of the clients from top to bottom of the panel's table. */
async function shown(): Promise<string[]> {
  const labels = await panel
    .getByRole('button', { name: /^Move / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace(/^Move /, ''));
}

/** Moves a client down one place by keyboard; every step waits for its announcement. */
async function moveDown(name: string) {
  const place = (await shown()).indexOf(name) + 1;
  await handle(name).focus();
  await page.keyboard.press('Space');
  await heard(new RegExp(`^${name} (lifted,|is over) (at )?place ${place} of`));
  await listensToArrows(page);
  await page.keyboard.press('ArrowDown');
  await heard(new RegExp(`^${name} is over place ${place + 1} of`));
  await page.keyboard.press('Space');
  await heard(new RegExp(`^${name} put down at place ${place + 1} of`));
  // The rows move one turn of the event loop after the announcement.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

async function heard(text: RegExp) {
  await expect.poll(() => page.locator('[id^=DndLiveRegion]').last().textContent()).toMatch(text);
}

function swapped([first = '', second = '', ...others]: string[]): string[] {
  return [second, first, ...others];
}

test('consecutive moves by keyboard are saved, and the public page follows', async () => {
  const [first = '', second = '', third = '', ...others] = before;
  // The second move starts before the answer to the first.
  await moveDown(first);
  await moveDown(first);
  const moved = [second, third, first, ...others];
  expect(await shown()).toEqual(moved);
  await expect.poll(stored).toEqual(moved);
  await expect.poll(shown).toEqual(moved);
  await expect.poll(() => row(second).getByRole('cell').last().textContent()).toBe('1');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goto(server.address);
  expect(await page.locator('#clients figcaption').allTextContents()).toEqual(moved);
});

test('a drag is saved', async () => {
  const [first = '', second = ''] = before;
  await handle(first).scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all([handle(first).boundingBox(), handle(second).boundingBox()]);
  if (!from || !to) throw new Error('There are no rows to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 4, { steps: 8 });
  await heard(new RegExp(`^${first} is over place 2 of`));
  await page.mouse.up();
  await expect.poll(stored).toEqual(swapped(before));
  await expect.poll(shown).toEqual(swapped(before));
});

test('a move that cannot be sent shows a message, restores the server’s order and keeps the input', async () => {
  const [first = ''] = before;
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByLabel('Name', { exact: true }).fill('Half typed');
  await page.route(/clients\.items\.reorder/, (route) => route.abort());
  await moveDown(first);
  await page.getByRole('alert').filter({ hasText: 'Please Check your connection' }).waitFor();
  await expect.poll(shown).toEqual(before);
  expect(await stored()).toEqual(before);
  expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed');
  await page.unroute(/clients\.items\.reorder/);
  await moveDown(first);
  await expect.poll(stored).toEqual(swapped(before));
});

test('another user’s move shows a conflict and is not undone', async () => {
  const [first = ''] = before;
  const rows = await api().clients.items.list.query({});
  const from = rows.map(({ id }) => id);
  await api().clients.items.reorder.mutate({ ids: from.toReversed(), from });
  await moveDown(first);
  await page.getByRole('alert').filter({ hasText: 'Someone else has changed this list in the meantime' }).waitFor();
  expect(await stored()).toEqual(before.toReversed());
  await expect.poll(shown).toEqual(before.toReversed());
});

test('an untouched form follows a move; after input, a save shows both orders', async () => {
  const [first = ''] = before;
  const order = panel.getByLabel('Display Order', { exact: true });
  await panel.getByRole('button', { name: `Edit ${first}`, exact: true }).click();
  await expect.poll(() => panel.getByLabel('Name', { exact: true }).inputValue()).toBe(first);
  await moveDown(first);
  await expect.poll(() => order.inputValue()).toBe('2');

  await panel.getByLabel('Name', { exact: true }).fill(`${first} & Sons`);
  await moveDown(first);
  await expect.poll(async () => (await stored()).indexOf(first)).toBe(2);
  expect(await order.inputValue()).toBe('2');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const differing = panel.getByRole('table', { name: 'Where the versions differ' });
  await differing.getByRole('row', { name: 'Display Order 3 2' }).waitFor();
  expect((await stored()).indexOf(first)).toBe(2);
});
