import type { Browser, FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin, startAnew } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

const wide = { viewport: { width: 1440, height: 900 } };
const narrow = { viewport: { width: 375, height: 800 } };

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { hasPreview: true }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

interface Look {
  viewport: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

async function look({ viewport, colorScheme = 'light' }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
}

async function signedIn(how: Look): Promise<void> {
  await look(how);
  await signInAsAdmin(page, server);
}

/** Opens a screen and one of its panels by the panel's button. */
async function openPanel(path: string, button: RegExp): Promise<void> {
  await page.goto(`${server.address}/#/admin/${path}`);
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

const api = () => trpcClient(server.address, server.adminToken);
const panel = () => page.getByRole('dialog');
const frame = (): FrameLocator => page.frameLocator('iframe[title="Preview of the page"]');
const inFrame = (script: string) => frame().locator('body').evaluate(script);
const toggle = () => panel().getByRole('button', { name: 'Preview' });

describe('the accent colour', () => {
  beforeEach(() => signedIn(wide));

  const onPage = async (colorScheme: 'light' | 'dark') => {
    const visitor = await openPage(browser, { ...wide, colorScheme });
    await visitor.page.goto(server.address);
    return visitor;
  };
  const buttonColors = `(() => { const { backgroundColor, color } = getComputedStyle(document.querySelector('.button:not(.quiet)')); return [backgroundColor, color]; })()`;

  test('is previewed while typing and on the page after saving, with dark text on a light colour', async () => {
    await openPanel('company', /^Edit/);
    await panel().getByLabel('Accent Colour', { exact: true }).fill('#ffd400');
    const button = frame().locator('#home .button').first();
    await expect.poll(() => button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 212, 0)');
    await panel().getByRole('button', { name: 'Save' }).click();
    await panel().waitFor({ state: 'hidden' });
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await onPage(colorScheme);
      expect(await visitor.page.evaluate(buttonColors)).toEqual(['rgb(255, 212, 0)', 'rgb(13, 42, 51)']);
      expect(await accessibilityProblems(visitor.page)).toEqual([]);
      await visitor.context.close();
    }
  });

  test('shows a message when invalid, and restores the default when emptied', async () => {
    await openPanel('company', /^Edit/);
    const field = panel().getByLabel('Accent Colour', { exact: true });
    await field.fill('tomato');
    await panel().getByRole('button', { name: 'Save' }).click();
    await panel().getByText('Accent Colour must be a colour such as #14535f').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Use the default colour' }).click();
    expect(await field.inputValue()).toBe('');
    await panel().getByRole('button', { name: 'Save' }).click();
    await panel().waitFor({ state: 'hidden' });
    expect((await api().company.heading.list.query({}))[0]?.accentColor).toBe('');
    const visitor = await onPage('light');
    expect(await visitor.page.locator('html').getAttribute('style')).toBeNull();
    await visitor.context.close();
  });
});

describe('the preview beside a panel', () => {
  test('loads with the first panel, starts at the section and follows typing', async () => {
    const loaded: string[] = [];
    await signedIn(wide);
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(`${server.address}/#/admin/feature`);
    await page.getByRole('heading', { level: 1, name: 'Feature Detail' }).waitFor();
    expect(loaded.filter((url) => /preview/.test(url))).toEqual([]);
    await page.getByRole('button', { name: /^Features/ }).click();
    await panel().getByRole('button', { name: /^Edit/ }).nth(1).click();
    await panel().getByLabel('Name', { exact: true }).fill('Typed, not saved');
    await frame().getByText('Typed, not saved').waitFor();
    const top = 'document.getElementById("features").getBoundingClientRect().top';
    expect(await inFrame(top)).toBeCloseTo(70, -1);
    expect(await (await fetch(server.address)).text()).not.toContain('Typed, not saved');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('scrolls to the change, anywhere on the page', async () => {
    await signedIn(wide);
    await openPanel('company', /^Edit/);
    await frame().locator('footer').waitFor();
    expect(await inFrame('scrollY')).toBe(0);
    await panel().getByLabel('Copyright Text').fill('© Nobody yet');
    const line = 'document.querySelector("footer > p").getBoundingClientRect()';
    await expect.poll(() => inFrame(`${line}.top > 0 && ${line}.bottom < innerHeight`)).toBe(true);
  });

  test('switches between phone and desktop width and scrolls, also by keyboard', async () => {
    await signedIn(wide);
    await openPanel('priceplan', /^Edit/);
    await frame().locator('#pricing').waitFor();
    expect(await inFrame('innerWidth')).toBe(1280);
    await page.getByRole('radio', { name: 'Desktop' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => inFrame('innerWidth')).toBe(375);
    await page.keyboard.press('Tab');
    const before = Number(await inFrame('scrollY'));
    await page.keyboard.press('PageDown');
    await expect.poll(() => inFrame('scrollY')).toBeGreaterThan(before);
    // Tab stays inside the panel and never enters the previewed page.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Preview');
  });

  test('stays closed for the next panel, and opens again', async () => {
    await signedIn(wide);
    await openPanel('promo', /^Edit/);
    await frame().locator('#promo').waitFor();
    await toggle().press('Enter');
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.reload();
    await toggle().waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await toggle().press('Enter');
    await frame().locator('#promo').waitFor();
  });

  test('shows a new row after the first input, and says what visitors do not see', async () => {
    await signedIn(wide);
    await openPanel('facts', /^Facts/);
    await frame().locator('#facts').waitFor();
    const figures = frame().locator('#facts dt');
    const count = await figures.count();
    await panel().getByRole('button', { name: 'Add', exact: true }).click();
    await panel().getByLabel('IsActive', { exact: true }).selectOption('No');
    await panel().getByRole('status').filter({ hasText: 'Not active' }).waitFor();
    expect(await figures.count()).toBe(count + 1);
    await panel().getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => figures.count()).toBe(count);
  });

  test('says why visitors will not see a row, with a button or link that shows it', async () => {
    const [heading] = await api().facts.heading.list.query({});
    if (!heading) throw new Error('no facts');
    await api().facts.heading.save.mutate({ id: heading.id, values: { ...heading, isActive: false } });
    await signedIn(wide);
    const caption = panel().getByText('Visitors will not see it after saving');
    const note = panel().getByRole('status');
    // An inactive heading hides its facts.
    await openPanel('facts', /^Facts/);
    await panel().getByRole('button', { name: 'Add', exact: true }).click();
    await panel().getByLabel('Label', { exact: true }).fill('Lamps');
    await caption.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await note.getByRole('button', { name: `Show “${heading.title}”` }).click();
    await panel().getByText('As visitors will see it after saving').waitFor();
    expect(await (await fetch(server.address)).text()).toContain('id="facts"');
    // The row itself.
    await panel().getByLabel('IsActive', { exact: true }).selectOption('No');
    await caption.waitFor();
    await note.getByRole('button', { name: 'Set IsActive to Yes' }).click();
    await panel().getByText('As visitors will see it after saving').waitFor();
    expect(await panel().getByLabel('IsActive', { exact: true }).locator('option:checked').textContent()).toBe('Yes');
    await panel().getByRole('button', { name: 'Reset' }).click();

    // A section without entries.
    for (const { id, ...fact } of await api().facts.items.list.query({ parentId: heading.id }))
      await api().facts.items.save.mutate({ id, values: { ...fact, isActive: false } });
    await openPanel('facts', /^Edit/);
    await note.getByText('This section has no active entry.').waitFor();
    await note.getByRole('link', { name: 'Add one' }).click();
    await page.getByRole('dialog', { name: 'Facts List' }).waitFor();

    // A menu entry to a section that the page does not show.
    const entry = await api().menu.items.save.mutate({ values: { text: 'In figures', link: 'facts', isActive: true } });
    await openPanel('menu', /^Edit In figures/);
    expect(await note.getByRole('link', { name: 'Open Facts Detail' }).getAttribute('href')).toBe('#/admin/facts');
    await api().menu.items.delete.mutate({ id: entry.id });
    for (const { id, ...fact } of await api().facts.items.list.query({ parentId: heading.id }))
      await api().facts.items.save.mutate({ id, values: { ...fact, isActive: true } });
  });

  test('shows a picture right after the upload', async () => {
    await signedIn(wide);
    await openPanel('promo', /^Edit/);
    await frame().locator('#promo').waitFor();
    const red = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#aa0000' } })
      .png()
      .toBuffer();
    const before = await frame().locator('#promo img').getAttribute('src');
    await panel().locator('input[type=file]').setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: red });
    await expect.poll(() => frame().locator('#promo img').getAttribute('src')).not.toBe(before);
    await expect.poll(() => inFrame('document.querySelector("#promo img").naturalWidth > 0')).toBe(true);
  });

  test('runs no scripts and follows no links', async () => {
    await signedIn(wide);
    await openPanel('introduction', /^Edit/);
    const button = frame().locator('#home .button').first();
    await button.waitFor();
    await button.click({ force: true });
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
    expect(await frame().locator('body').getAttribute('inert')).toBe('');
    expect(await frame().locator('script').count()).toBe(0);
    expect(page.url()).toContain('/#/admin/introduction');
  });

  test('replaces the form in a narrow window and keeps the input', async () => {
    await signedIn({ ...narrow, colorScheme: 'dark' });
    await openPanel('introduction', /^Edit/);
    expect(await page.locator('iframe').count()).toBe(0);
    const title = panel().getByLabel('Title', { exact: true });
    await title.fill('Open at sunrise');
    await toggle().press('Enter');
    await frame().getByText('Open at sunrise').waitFor();
    expect(await inFrame('innerWidth')).toBe(375);
    expect(await title.isVisible()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await panel().getByRole('button', { name: 'Form' }).press('Enter');
    expect(await title.inputValue()).toBe('Open at sunrise');
  });
});

describe('editing on the page', () => {
  test('is available to signed-in Admins only; other visitors load no code for it', async () => {
    await look(wide);
    await startAnew(page, server);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const hasSession = (role: string, expires: string) =>
      page.evaluate(
        `localStorage.setItem('loggedInUserRole', '${role}'); localStorage.setItem('expires', '${expires}')`,
      );
    await page.goto(server.address);
    await hasSession('Client', '2999-01-01');
    await page.reload({ waitUntil: 'networkidle' });
    await hasSession('Admin', '2001-01-01');
    await page.reload({ waitUntil: 'networkidle' });
    expect(loaded.filter((url) => /edit|trpc/.test(url))).toEqual([]);
    expect(await page.getByRole('link', { name: 'Edit page' }).count()).toBe(0);
    // Signed in according to the browser's storage, but not according to the server.
    await hasSession('Admin', '2999-01-01');
    await page.reload();
    await page.getByRole('link', { name: 'Edit page' }).click();
    await page.getByLabel('User name').waitFor();
  });

  test.each([
    ['wide and light', { ...wide, colorScheme: 'light' }],
    ['narrow and dark', { ...narrow, colorScheme: 'dark' }],
  ] as const)('opens the editor at the section in view, by keyboard: %s', async (_, options) => {
    await signedIn(options);
    await page.goto(server.address);
    const link = page.getByRole('link', { name: 'Edit page' });
    await link.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.evaluate('document.getElementById("pricing").scrollIntoView()');
    await link.focus();
    expect(await link.getAttribute('href')).toBe('/#/admin/page?section=pricing');
    await page.evaluate('scrollTo(0, 0)');
    await link.press('Enter');
    await page.waitForURL(/#\/admin\/page\?section=home$/);
    await page.getByRole('heading', { level: 1, name: 'Page' }).waitFor();
  });
});
