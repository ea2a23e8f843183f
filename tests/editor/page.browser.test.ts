import type { Browser, BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let frame: Frame;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  // So wide that the page is not scaled: Playwright cannot find what it clicks in a scaled frame. Larger costs drawing time.
  ({ page, context, problems } = await openPage(browser, { viewport: { width: 2000, height: 900 } }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

beforeEach(async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.mouse.move(0, 0);
  await signInAsAdmin(page, server);
  await page.goto(`${server.address}/#/admin/page`);
  const element = page.locator('iframe[title="The page"]');
  await element.contentFrame().locator('footer').waitFor();
  const found = await (await element.elementHandle())?.contentFrame();
  if (!found) throw new Error('The page has no frame');
  frame = found;
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

/** The toolbar of the selected item. */
const toolbar = (name: string | RegExp): Locator => frame.getByRole('toolbar', { name });
const tool = (name: string | RegExp): Locator => frame.getByRole('button', { name, exact: true });
const around = (): Locator => page.getByRole('region', { name: 'The page', exact: true });
const focused = () =>
  frame.evaluate<string | null>(
    `(document.activeElement.shadowRoot?.activeElement ?? document.activeElement).getAttribute('aria-label')`,
  );
const titles = () => frame.locator('#pricing h3').allTextContents();

const items: readonly (readonly [part: string, items: readonly (readonly [selector: string, name: RegExp])[]])[] = [
  [
    'upper',
    [
      ['header nav li:nth-child(2) a', /^Menu entry “Services”/],
      ['header a img', /^Company “Tidewright”/],
      ['#home h1', /^Introduction “/],
      ['#home .button', /^Button “/],
      ['#home [data-video]', /^Introduction “/],
      ['#features h2', /^Feature heading “/],
      ['#features li', /^Feature “/],
      ['#offer article h2', /^Description “/],
      ['#services li', /^Service “/],
      ['#pricing h3', /^Plan “Dinghy”/],
      ['#pricing article .button', /^Plan “Dinghy”/],
      ['#pricing article li', /^Plan feature “/],
      ['#subscribe h2', /^Subscribe heading “/],
      ['#subscribe form', /^Subscribe heading “/],
    ],
  ],
  [
    'lower',
    [
      ['#clients figure', /^Client “/],
      ['#facts dd', /^Fact “/],
      ['#projects a', /^Project “/],
      ['#team li img', /^Team member “/],
      ['#team li ul a', /^Social link “/],
      ['#presentation [data-video]', /^Video “/],
      ['#customers blockquote', /^Feedback “/],
      ['#customers figcaption', /^Customer “/],
      ['#promo h2', /^Promotion “/],
      ['#contact form', /^Contact form heading “/],
      ['#address li', /^Contact line “/],
      ['#map [data-map]', /^Map/],
      ['footer address', /^Company “Tidewright”/],
      ['footer nav li a', /^Menu entry “/],
      ['footer ul:last-child a[rel]', /^Social link “/],
    ],
  ],
];

test.each(items)('a click selects each kind of item of the %s half, and nothing on the page acts', async (_, kinds) => {
  for (const [selector, name] of kinds) {
    await frame.locator(selector).first().click();
    await toolbar(name).waitFor();
  }
  // A click with the middle button opens a tab elsewhere.
  await frame.locator('#home .button').first().click({ button: 'middle' });
  expect(context.pages()).toHaveLength(1);
  expect(frame.url()).toBe('about:srcdoc');
  expect(page.url()).toContain('/#/admin/page');
  expect(await frame.locator('dialog[open], video, main iframe').count()).toBe(0);
});

describe('typing on the page', () => {
  const title = () => frame.locator('#promo h2 [data-text]');
  const typeIn = async (text: Locator) => {
    await text.click();
    await text.click();
    await page.keyboard.press('Control+End');
  };

  test('changes the field, keeps the caret, and ends with Enter', async () => {
    const text = frame.locator('#pricing article h3 [data-text]').first();
    await typeIn(text);
    await page.keyboard.type(' boat');
    await page.keyboard.press('Home');
    await page.keyboard.type('My ');
    expect(await text.textContent()).toBe('My Dinghy boat');
    // Drawn from the content, not from the typed text.
    await frame.locator('#pricing .button', { hasText: ': My Dinghy boat' }).waitFor();
    expect(await frame.locator('[contenteditable]').getAttribute('aria-label')).toBe('Title: Plan “Dinghy”');
    await page.keyboard.press('Enter');
    expect(await frame.locator('[contenteditable]').count()).toBe(0);
    expect(await around().evaluate((element) => element === document.activeElement)).toBe(true);
    // Undone by the editor's shortcut, which has its focus around the frame.
    for (let step = 0; (await text.textContent()) !== 'Dinghy' && step < 5; step += 1)
      await page.keyboard.press('Control+z');
    expect(await text.textContent()).toBe('Dinghy');
  });

  test('is taken back by Esc, and by Ctrl+Z while typing', async () => {
    const before = await title().textContent();
    await typeIn(title());
    await page.keyboard.type('!?');
    await page.keyboard.press('Control+z');
    expect(await title().textContent()).toBe(before);
    await page.keyboard.type(' and more');
    expect(await title().textContent()).toBe(`${before} and more`);
    await page.keyboard.press('Escape');
    expect(await title().textContent()).toBe(before);
    expect(await frame.locator('[contenteditable]').count()).toBe(0);
    await toolbar(/^Promotion/).waitFor();
  });

  test('takes pasted text as plain text in one line, whole, and says that it is too long', async () => {
    await typeIn(title());
    await page.keyboard.press('Control+a');
    await frame.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<b>Bold</b>');
      clipboardData.setData('text/plain', 'Two\\n lines of text '.repeat(9));
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    }`);
    expect(await title().innerHTML()).toBe('Two lines of text '.repeat(9).trim());
    await frame.getByText('161 of 160 characters').waitFor();
  });

  test('takes line breaks in a text of several lines only, and shows a placeholder in an empty text', async () => {
    const text = frame.locator('#features li p [data-text]').first();
    await typeIn(text);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    expect(await text.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('Description');
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two');
    expect((await text.textContent())?.trimEnd()).toBe('One\nTwo');
    await frame.locator('#services h2').click();
    await toolbar(/^Services heading/).waitFor();
    expect(await frame.locator('[contenteditable]').count()).toBe(0);
  });

  test('waits for the end of a composition', async () => {
    const text = frame.locator('#pricing h3 [data-text]').first();
    await typeIn(text);
    const input = await context.newCDPSession(page);
    await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    expect(await text.textContent()).toBe('Dinghyに');
    await toolbar('Plan “Dinghy”').waitFor();
    await input.send('Input.insertText', { text: '日本' });
    expect(await text.textContent()).toBe('Dinghy日本');
    await toolbar('Plan “Dinghy日本”').waitFor();
  });
});

test('typing goes on in a new row after a save', async () => {
  await frame.locator('#pricing h3').first().click();
  await tool('Add plan feature').click();
  await frame.getByRole('textbox', { name: /^Feature Name/ }).waitFor();
  await page.keyboard.type('An anchor');
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => frame.locator('[contenteditable]').getAttribute('data-item'))
    .toMatch(/^pricing.features \d+$/);
  await page.keyboard.type(' and a chain');
  await toolbar('Plan feature “An anchor and a chain”').waitFor();
});

describe('the tools of the selected item', () => {
  test('move, copy, hide and delete the item, by keyboard', async () => {
    await frame
      .locator('#pricing article')
      .first()
      .click({ position: { x: 20, y: 200 } });
    await toolbar('Plan “Dinghy”').waitFor();
    const press = async (name: string) => {
      for (let step = 0; (await focused()) !== name && step < 12; step += 1) await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
      await page.keyboard.press('Enter');
    };
    await press('Move Plan “Dinghy” later');
    await expect.poll(titles).toEqual(['Ketch', 'Dinghy', 'Flotilla']);
    // The focus stays for the next step.
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['Ketch', 'Flotilla', 'Dinghy']);
    await press('Duplicate Plan “Dinghy”');
    await expect.poll(titles).toEqual(['Ketch', 'Flotilla', 'Dinghy', 'Dinghy']);
    await press('Hide Plan “Dinghy”');
    await toolbar('Plan “Dinghy”').getByText('Hidden').waitFor();
    await press('Delete Plan “Dinghy”');
    await expect.poll(titles).toEqual(['Ketch', 'Flotilla', 'Dinghy']);
    expect(await around().evaluate((element) => element === document.activeElement)).toBe(true);
    // A hidden item that is not selected is not on the page.
    await frame
      .locator('#pricing article')
      .last()
      .click({ position: { x: 20, y: 200 } });
    await tool('Hide Plan “Dinghy”').click();
    await frame.locator('#pricing h2').click();
    await expect.poll(titles).toEqual(['Ketch', 'Flotilla']);
  });

  test('add an item after the list, in a gap and below the item, and start typing', async () => {
    await frame
      .locator('#pricing article')
      .first()
      .click({ position: { x: 20, y: 200 } });
    const typed = (label: RegExp) => frame.getByRole('textbox', { name: label }).waitFor();
    await tool('Add plan after Plan “Flotilla”').click();
    await typed(/^Title/);
    await page.keyboard.type('Sloop');
    await expect.poll(titles).toEqual(['Dinghy', 'Ketch', 'Flotilla', 'Sloop']);
    await tool('Add plan feature').click();
    await typed(/^Feature Name/);
    await page.keyboard.type('One mast');
    await toolbar('Plan feature “One mast”').waitFor();
    await page.keyboard.press('Enter');

    await frame.locator('#features h2').hover();
    await frame.locator('#features li').first().scrollIntoViewIfNeeded();
    const feature = await frame.locator('#features li').first().boundingBox();
    if (!feature) throw new Error('The features are not shown');
    await page.mouse.move(feature.x + feature.width + 8, feature.y + feature.height / 2);
    await frame.getByRole('button', { name: /^Add feature after Feature “Yours to change”$/ }).click();
    await typed(/^Name:/);
    await page.keyboard.type('Between');
    expect((await frame.locator('#features h3').allTextContents())[1]).toBe('Between');
  });
});

test('slides are reached by the buttons of their slider, and none moves by itself', async () => {
  const track = frame.locator('#clients [data-track]');
  const position = () => track.evaluate((element) => element.scrollLeft);
  await track.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1500);
  expect(await position()).toBe(0);
  await frame.locator('#clients [data-slide=next]').click();
  await expect.poll(position).toBeGreaterThan(100);
  expect(await frame.locator('#clients [data-slide=pause]').isVisible()).toBe(false);
});

test('an item selected in the outline is scrolled into view, in each width of the page', async () => {
  await page
    .getByRole('treeitem', { name: /Promotion|promotion/ })
    .first()
    .click();
  await expect
    .poll(() => frame.evaluate<number>('document.getElementById("promo").getBoundingClientRect().top'))
    .toBeLessThan(400);
  const isInView = () =>
    frame.evaluate<boolean>(`{
      const { top, bottom } = document.getElementById('promo').getBoundingClientRect();
      top < innerHeight / 2 && bottom > innerHeight / 4;
    }`);
  for (const [device, width] of [
    ['Phone', 390],
    ['Tablet', 768],
  ] as const) {
    await page.getByTitle(device, { exact: true }).click();
    await expect.poll(() => frame.evaluate<number>('innerWidth')).toBe(width);
    await expect.poll(isInView).toBe(true);
  }
});

test.each(['light', 'dark'] as const)(
  'has no accessibility problems in the %s scheme, which is the frame’s own',
  async (scheme) => {
    // The page's scheme is chosen in the editor, whatever the viewer's is.
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    if (scheme === 'dark') await page.getByRole('button', { name: 'Show the dark page' }).click();
    const paper = () => frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    await expect.poll(paper).toBe(scheme === 'dark' ? 'rgb(11, 35, 43)' : 'rgb(251, 248, 243)');
    await frame.locator('#pricing h3').first().click();
    await toolbar('Plan “Dinghy”').waitFor();
    expect(await accessibilityProblems(page, '[aria-label="The page"]')).toEqual([]);
    expect(await accessibilityProblems(frame)).toEqual([]);
  },
);
