import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backOffice, listensToArrows } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] }));
});
// Unsaved input of one test would block the next.
beforeEach(() => signInAsAdmin(page, server));
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const api = () => trpcClient(server.address, server.adminToken);
const office = (name: string) => backOffice(page, server).panel(name);
const cell = (name: string) => page.getByRole('cell', { name, exact: true });
const add = (within: Locator) => backOffice(page, server).add(within);
const remove = (from: Locator, row: string) => backOffice(page, server).remove(from, row);

/** Opens a screen and a panel, by the button in the first row whose name starts with the given words. */
async function open(path: string, button: string, name: string) {
  await page.goto(`${server.address}/#/admin/${path}`);
  return backOffice(page, server).open(button, name);
}

describe('clients', () => {
  test('Create Code fills in a unique id, enables copying, and the code is saved', async () => {
    const clients = await open('client', 'Clients', 'Client List');
    await add(clients);
    const copy = clients.getByRole('button', { name: /copy/i });
    expect(await copy.isDisabled()).toBe(true);
    await clients.getByRole('button', { name: 'Create Code' }).click();
    const code = await clients.getByLabel('Server Health Status Check Code').inputValue();
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    await copy.click();
    const toast = page.getByRole('status').filter({ hasText: 'Health status check url copied.' });
    await toast.filter({ hasText: 'Health Status Check' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${server.address}/serverhealthstatus/${code}`);

    await clients.getByLabel('Name', { exact: true }).fill('Lantern Post');
    await clients.getByLabel('Display Order').fill('9');
    await clients.getByRole('button', { name: 'Save', exact: true }).click();
    await cell('Lantern Post').waitFor();
    const saved = (await api().clients.items.list.query({})).find(({ name }) => name === 'Lantern Post');
    expect(saved).toMatchObject({ healthCode: code, displayOrder: 9, checkInterval: 'none', telephonyClientId: null });
    // The public list does not contain the code.
    expect(await (await fetch(`${server.address}/api/getclientdetail`)).text()).not.toContain(code);
  });
});

describe('facts', () => {
  test('deleting a fact shows an error-styled toast, as specified', async () => {
    const facts = await open('facts', 'Facts', 'Facts List');
    await remove(facts, 'Websites in our care');
    await page.getByRole('alert').filter({ hasText: 'Delete Succesfull' }).waitFor();
    expect(await cell('Websites in our care').count()).toBe(0);
  });

  test('a count that is not a number shows a message at the field', async () => {
    const facts = await open('facts', 'Facts', 'Facts List');
    await add(facts);
    await facts.getByLabel('Label').fill('Gulls');
    await facts.getByRole('button', { name: 'Save', exact: true }).click();
    await facts.getByText('Count is required').waitFor();
    expect(await facts.getByLabel('Label').inputValue()).toBe('Gulls');
  });
});

describe('grandchild panels', () => {
  test('a member’s social links replace the members panel until closed', async () => {
    const members = await open('team', 'Members', 'Team Member List');
    await members
      .getByRole('button', { name: /^Social Links/ })
      .first()
      .click();
    const links = office('Social List');
    await links.getByText(/^Social links of /).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await links.getByRole('button', { name: /^Close/ }).click();
    await office('Team Member List').waitFor();
  });

  test('a customer’s feedback replaces the customers panel until closed', async () => {
    await page.goto(`${server.address}/#/admin/customer`);
    await page
      .getByRole('button', { name: /^Customers/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Feedback/ })
      .first()
      .click();
    await office('Customer Feedback').waitFor();
    await page.keyboard.press('Escape');
    await office('Customer List').waitFor();
  });
});

describe('pasted markup', () => {
  test('accepts only a Google map from an embed code', async () => {
    const map = await open('map', 'Edit', 'Edit Map Detail');
    const embed = map.getByLabel('Google Iframe');
    await embed.fill('<iframe src="https://evil.example/maps/embed"></iframe><script>alert(1)</script>');
    await map.getByRole('button', { name: 'Save' }).click();
    await map.getByText(/must be the embed code of a Google map/).waitFor();
    await embed.fill(
      '<iframe src="https://www.google.com/maps/embed?pb=!1m18" width="600" onload="alert(1)"></iframe>',
    );
    await map.getByRole('button', { name: 'Save' }).click();
    await map.waitFor({ state: 'hidden' });
    expect((await api().map.heading.list.query({}))[0]?.embed).toBe('https://www.google.com/maps/embed?pb=!1m18');
  });

  test('accepts only YouTube, Vimeo and video files as videos', async () => {
    await page.goto(`${server.address}/#/admin/presentation`);
    await page
      .getByRole('button', { name: /^Video/ })
      .first()
      .click();
    const videos = page.getByRole('dialog');
    await add(videos);
    await videos.getByLabel('Video Link', { exact: true }).fill('https://evil.example/watch?v=abcdefghijk');
    await videos.getByRole('button', { name: 'Save', exact: true }).click();
    await videos.getByText(/must be a YouTube or Vimeo address/).waitFor();
    await videos.getByLabel('Video Link', { exact: true }).fill('https://youtu.be/abcdefghijk');
    await videos.getByRole('button', { name: 'Save', exact: true }).click();
    await cell('https://www.youtube.com/watch?v=abcdefghijk').waitFor();
  });
});

describe('lists', () => {
  test('a row moves by keyboard, and the page follows', async () => {
    const features = await open('feature', 'Features', 'Edit Feature Details');
    const [first, second] = await api().features.items.list.query({});
    if (!first || !second) throw new Error('The sample has fewer than two features');
    // The panel takes focus when it opens.
    await expect.poll(() => features.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await features.getByRole('button', { name: `Move ${first.name}` }).focus();
    const announced = (text: RegExp) => page.getByText(text).first().waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await announced(/(lifted,|is over) place 1 of/);
    await listensToArrows(page);
    await page.keyboard.press('ArrowDown');
    await announced(/is over place 2 of/);
    await page.keyboard.press('Space');
    await expect
      .poll(async () => (await api().features.items.list.query({})).slice(0, 2).map(({ id }) => id), { timeout: 5000 })
      .toEqual([second.id, first.id]);
    const html = await (await fetch(`${server.address}/`)).text();
    expect(html.indexOf(second.name)).toBeLessThan(html.indexOf(first.name));
  });

  test('Reset clears the edited row; the next save creates a row', async () => {
    const features = await open('feature', 'Features', 'Edit Feature Details');
    const before = await api().features.items.list.query({});
    await features.getByRole('button', { name: /^Edit/ }).first().click();
    await expect.poll(() => features.getByLabel('Name', { exact: true }).inputValue()).not.toBe('');
    await features.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => features.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await features.getByLabel('Name', { exact: true }).fill('Made new');
    await features.getByLabel('Description', { exact: true }).fill('After a reset');
    await features.getByLabel('Icon', { exact: true }).selectOption({ index: 1 });
    await features.getByRole('button', { name: 'Save', exact: true }).click();
    await cell('Made new').waitFor();
    expect(await api().features.items.list.query({})).toHaveLength(before.length + 1);
  });

  test('a description is added with a position', async () => {
    await page.goto(`${server.address}/#/admin/description`);
    await page.getByRole('button', { name: /^Add/ }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Title', { exact: true }).fill('Low water');
    await form.getByLabel('Description', { exact: true }).fill('What is left when the tide is out.');
    await form.getByLabel('Position', { exact: true }).selectOption({ label: 'Right' });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    const added = (await api().descriptions.items.list.query({})).find(({ title }) => title === 'Low water');
    expect(added?.side).toBe('right');
  });
});

describe('inbox and subscribers', () => {
  test('the inbox shows, marks, answers and deletes a message', async () => {
    const message = { name: 'Ada Quill', email: 'ada@quill.example', message: 'Is the lighthouse for rent?' };
    const headers = { 'content-type': 'application/json' };
    const sent = await fetch(`${server.address}/api/sendemail`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    expect(sent.status).toBe(200);
    await page.goto(`${server.address}/#/admin/inbox`);
    await page.getByText('Is the lighthouse for rent?').first().waitFor();
    const reply = page.getByRole('link', { name: /reply/i }).first();
    expect(await reply.getAttribute('href')).toMatch(/^mailto:ada(@|%40)quill\.example/);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(async () => (await api().inbox.list.query({})).messages.length, { timeout: 5000 }).toBe(0);
  });

  test('subscribers are listed and exported', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const email of ['Reader@post.example', 'reader@post.example']) {
      await fetch(`${server.address}/api/subscribe`, { method: 'POST', headers, body: JSON.stringify({ email }) });
    }
    await page.goto(`${server.address}/#/admin/subscribe`);
    await cell('reader@post.example').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('reader@post.example');
  });
});
