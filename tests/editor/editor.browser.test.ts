import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listensToArrows } from '../fixture/back-office.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin, smallTargets } from '../fixture/browser.ts';
import { picture } from '../fixture/office-and-visitor.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, context, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const api = () => trpcClient(server.address, server.adminToken);
const frame = () => page.frameLocator('iframe[title="The page"]');
const tree = () => page.getByRole('tree');
const row = (name: string) => tree().getByRole('treeitem', { name: new RegExp(`^${name}`) });
const below = (name: string) => tree().getByRole('group', { name, exact: true }).getByRole('treeitem');
const fields = () => page.getByRole('complementary', { name: 'Fields' });
const field = (name: string) => fields().getByRole('textbox', { name, exact: true });
const tool = (name: string | RegExp) => page.getByRole('toolbar', { name: 'Editor' }).getByRole('button', { name });
const state = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const part = (name: string) =>
  page.getByRole('navigation', { name: 'Parts of the editor' }).getByRole('button', { name });
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const publicPage = async () => (await fetch(`${server.address}/`)).text();
/** Ids of the sections that visitors see, in order. */
const anchors = async () => [...(await publicPage()).matchAll(/<section[^>]* id="([a-z]+)"/g)].map(([, id]) => id);

/** Opens the editor in a window of this width, with nothing unsaved. */
async function openEditor(width: number, search = ''): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // Another address first: the same one does not load anew.
  await page.goto(`${server.address}/#/admin/changepassword`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`setTimeout(() => Object.keys(localStorage)
    .filter((key) => key.startsWith('editor draft'))
    .forEach((key) => localStorage.removeItem(key)))`);
  await page.goto(`${server.address}/#/admin/page${search}`);
  await frame().locator('#home').waitFor();
  await state('All saved');
}

/** Clicks an element of the page, which is drawn smaller than it is. */
async function clickOnPage(selector: string): Promise<void> {
  const find = `{
    const frame = document.querySelector('iframe[title="The page"]');
    const element = frame.contentDocument.querySelector(${JSON.stringify(selector)});
    const [outer, inner] = [frame.getBoundingClientRect(), element.getBoundingClientRect()];
    const scale = outer.width / frame.offsetWidth;
    [outer.x + (inner.x + inner.width / 2) * scale, outer.y + (inner.y + inner.height / 2) * scale]
  }`;
  const place = () => page.evaluate(find).then((found) => z.tuple([z.number(), z.number()]).parse(found));
  // The page scrolls to a selected section.
  await expect.poll(async () => (await place())[1]).toBeGreaterThan(160);
  await page.mouse.click(...(await place()));
}

async function save(): Promise<void> {
  await page.keyboard.press('Control+s');
  await state('All saved');
}

/** Moves the focus by Tab, or backwards, until it is on an element. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await target.count()) > 0 && (await isFocused(target.first()))) return;
    await page.keyboard.press(key);
  }
  throw new Error('Tab does not reach the element');
}

describe('by mouse', () => {
  test('at 1440 px, a headline changes on the page at once and for visitors after Ctrl+S', async () => {
    await openEditor(1440, '?section=home');
    await expect.poll(() => row('Introduction').getAttribute('aria-selected')).toBe('true');
    await field('Title').fill('Light for every harbour');
    await frame().getByText('Light for every harbour').first().waitFor();
    await state('1 unsaved change');
    expect(await publicPage()).not.toContain('Light for every harbour');
    await save();
    expect(await publicPage()).toContain('Light for every harbour');
  });

  test('at 1440 px, a click on the page selects the item, and its field in the form', async () => {
    await openEditor(1440);
    await row('Price plans').click();
    await clickOnPage('[data-item="pricing.plans 1"][data-field="title"]');
    await expect.poll(() => field('Title').inputValue()).toBe('Dinghy');
    await expect.poll(() => row('Dinghy').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => row('Price plans').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await fields().getByRole('heading', { name: 'Edit the page' }).waitFor();
  });

  test('at 1024 px, a plan with three features is one save', async () => {
    await openEditor(1024);
    await tool('Show the outline').click();
    await row('Price plans').click();
    await fields().getByRole('button', { name: 'Add plan' }).click();
    // The focus is in the first field of what was added.
    await expect.poll(() => isFocused(field('Title'))).toBe(true);
    await page.keyboard.type('Sloop');
    await field('Cost').fill('€ 79');
    await field('Button Text').fill('Take the Sloop');
    await field('Tag Value').fill('For two');
    await fields().getByRole('button', { name: 'Add plan feature' }).click();
    for (const text of ['Up to ten pages', 'A check every hour', 'Two mailboxes']) {
      await expect.poll(() => field('Feature Name').inputValue()).toBe('');
      await expect.poll(() => isFocused(field('Feature Name'))).toBe(true);
      await page.keyboard.type(text);
      if (text !== 'Two mailboxes') await page.keyboard.press('Control+Enter');
    }
    await frame().getByText('Two mailboxes').first().waitFor({ state: 'attached' });
    const revisions = new Set((await api().history.list.query({ limit: 50 })).map(({ revision }) => revision));
    await save();
    const sloop = (await api().pricing.plans.list.query({})).find(({ title }) => title === 'Sloop');
    expect((await api().pricing.features.list.query({ parentId: sloop?.id })).map(({ text }) => text)).toEqual([
      'Up to ten pages',
      'A check every hour',
      'Two mailboxes',
    ]);
    const after = new Set((await api().history.list.query({ limit: 50 })).map(({ revision }) => revision));
    expect(after.size - revisions.size).toBe(1);
  });

  test('at 390 px, a person’s photo is replaced in the sheet over the page', async () => {
    await openEditor(390);
    const [member] = await api().team.members.list.query({});
    await part('Outline').click();
    await row('Team').click();
    await part('Outline').click();
    await row(`${member?.firstName} ${member?.lastName}`).click();
    await fields()
      .locator('input[type=file]')
      .setInputFiles(await picture('png', '#2a6f97'));
    await state('1 unsaved change');
    await fields().getByRole('button', { name: 'Close the fields' }).click();
    await fields().waitFor({ state: 'hidden' });
    await tool('Save').click();
    await state('All saved');
    const [stored] = await api().team.members.list.query({});
    expect(stored?.photo).not.toBe(member?.photo);
    expect(await publicPage()).toContain(String(stored?.photo));
  });

  test('at 1440 px, a switch hides a section, and a drag moves another', async () => {
    await openEditor(1440);
    await row('Facts').getByRole('switch').click({ force: true });
    await expect.poll(() => row('Facts').textContent()).toContain('Hidden by you');
    const [from, to] = [await row('Promotion').boundingBox(), await row('Features').boundingBox()];
    await row('Promotion').hover();
    const handle = await row('Promotion').getByRole('button', { name: 'Move Promotion' }).boundingBox();
    if (!from || !to || !handle) throw new Error('The outline has no such rows');
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 100, from.y, { steps: 4 });
    await page.mouse.move(to.x + 100, to.y + to.height / 2, { steps: 8 });
    // A person lets go when the list shows the place.
    await page.getByText('Promotion is over place 2 of 16.').waitFor();
    await page.mouse.up();
    await state('unsaved change');
    await save();
    const order = await anchors();
    expect(order).not.toContain('facts');
    expect(order.indexOf('promo')).toBe(order.indexOf('features') - 1);
  });

  test('at 1440 px, a copy appears beside the original, and Undo in the notification brings a deleted item back', async () => {
    await openEditor(1440);
    await row('Features').click();
    const items = () => below('Features').allTextContents();
    const before = await items();
    const [first] = await api().features.items.list.query({});
    await below('Features').first().hover();
    await tree()
      .getByRole('button', { name: `Actions for ${first?.name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(async () => (await items()).length).toBe(before.length + 1);
    await below('Features').first().hover();
    await tree()
      .getByRole('button', { name: `Actions for ${first?.name}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(items).toEqual(before);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await items()).length).toBe(before.length + 1);
    await tool(/^Undo: Duplicate/).click();
    await state('All saved');
    expect(await items()).toEqual(before);
  });
});

describe('by keyboard alone', () => {
  test.each([390, 1024, 1440])(
    'at %i px, a headline, the order, a hidden section, a copy and its deletion',
    async (width) => {
      await openEditor(width);
      if (width === 390) {
        await tabTo(part('Outline'));
        await page.keyboard.press('Enter');
      } else if (width === 1024) {
        await tabTo(tool('Show the outline'));
        await page.keyboard.press('Enter');
      }
      const first = tree().getByRole('treeitem').first();
      await tabTo(first, width === 390 ? 'Shift+Tab' : 'Tab').catch(() => first.focus());

      // A letter goes to the next name that begins with it; Home and End go to the ends.
      await page.keyboard.press('End');
      await expect.poll(() => isFocused(row('Map'))).toBe(true);
      await page.keyboard.press('s');
      await expect.poll(() => isFocused(row('Services'))).toBe(true);
      await page.keyboard.press('Alt+ArrowDown');
      await state('1 unsaved change');
      await expect.poll(() => isFocused(row('Services'))).toBe(true);
      await tabTo(row('Services').getByRole('switch'));
      await page.keyboard.press('Space');
      await expect.poll(() => row('Services').textContent()).toContain('Hidden by you');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await state('All saved');

      await row('Services').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const count = () => below('Services').count();
      const before = await count();
      await page.keyboard.press('ContextMenu');
      await page.getByRole('menuitem', { name: 'Duplicate' }).focus();
      await page.keyboard.press('Enter');
      const showOutline = async () => width === 390 && (await part('Outline').press('Enter'));
      await showOutline();
      await expect.poll(count).toBe(before + 1);
      await below('Services').nth(1).focus();
      await page.keyboard.press('Delete');
      await expect.poll(count).toBe(before);
      await state('All saved');

      await showOutline();
      await row('Introduction').focus();
      await page.keyboard.press('Enter');
      await tabTo(field('Title'));
      await page.keyboard.press('Control+a');
      await page.keyboard.type(`Typed at ${width}`);
      await save();
      expect(await publicPage()).toContain(`Typed at ${width}`);
    },
  );

  test('the handle moves a section with every step announced, and ? lists the shortcuts', async () => {
    await openEditor(1440);
    const handle = row('Clients').getByRole('button', { name: 'Move Clients' });
    await row('Clients').focus();
    await tabTo(handle);
    await page.keyboard.press('Space');
    const over = (place: number) => page.getByText(`Clients is over place ${place} of 16.`).waitFor();
    const place = (await anchors()).indexOf('clients') + 1;
    await over(place);
    await listensToArrows(page);
    await page.keyboard.press('ArrowDown');
    await over(place + 1);
    await page.keyboard.press('Space');
    await state('1 unsaved change');
    await page.keyboard.press('Control+z');
    await state('All saved');
    await row('Clients').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Save').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

describe('the working copy', () => {
  test('undo reaches back over a save, and redo comes back', async () => {
    await openEditor(1440, '?section=promo');
    const before = await field('Title').inputValue();
    await field('Title').fill('Half price in May');
    await save();
    await page.keyboard.press('Control+z');
    await state('1 unsaved change');
    expect(await field('Title').inputValue()).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    await state('All saved');
    expect(await field('Title').inputValue()).toBe('Half price in May');
    await page.keyboard.press('Control+z');
    await save();
    expect(await publicPage()).not.toContain('Half price in May');
  });

  test('a message beside the field says what keeps the save from being written', async () => {
    await openEditor(1440, '?section=promo');
    await field('Title').fill('');
    await row('Map').click();
    await page.keyboard.press('Control+s');
    await fields().getByText('Title is required').waitFor();
    await expect.poll(() => isFocused(field('Title'))).toBe(true);
    // Again, while the field is in sight.
    await tool('Save').press('Enter');
    await expect.poll(() => isFocused(field('Title'))).toBe(true);
    await page.keyboard.press('Control+z');
    await state('All saved');
  });

  test('a colour that cannot be saved opens the theme, with the message beside the colour', async () => {
    await openEditor(1440, '?panel=theme');
    await field('Accent Colour').fill('#12');
    await row('Map').click();
    await page.keyboard.press('Control+s');
    await fields().getByRole('heading', { name: 'Theme' }).waitFor();
    await expect.poll(() => isFocused(field('Accent Colour'))).toBe(true);
    expect(await accessibilityProblems(page, '#editor-fields')).toEqual([]);
    await page.keyboard.press('Control+z');
    await state('All saved');
  });

  test('a draft outlives a reload and another screen until the user discards it', async () => {
    await openEditor(1440, '?section=promo');
    await field('Title').fill('Only a draft');
    await state('1 unsaved change');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.goBack();
    await state('restored');
    await page.reload();
    await frame().getByText('Only a draft').first().waitFor({ state: 'attached' });
    await state('restored');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('Discard all unsaved changes?').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await state('All saved');
    expect(await publicPage()).not.toContain('Only a draft');
  });

  test('another Admin’s save of the same field is shown beside the own value before one of them is kept', async () => {
    await openEditor(1440, '?section=promo');
    await field('Title').fill('Mine');
    const [promo] = await api().promo.heading.list.query({});
    if (!promo) throw new Error('no sample content');
    await api().promo.heading.save.mutate({ id: promo.id, values: { ...promo, title: 'Theirs', subTitle: 'New too' } });
    await page.keyboard.press('Control+s');
    const alert = fields().getByRole('alert').filter({ hasText: 'Someone else has changed this' });
    await alert.getByText('Theirs').last().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Keep mine' }).click();
    await save();
    const [saved] = await api().promo.heading.list.query({});
    expect([saved?.title, saved?.subTitle]).toEqual(['Mine', 'New too']);
  });

  test('in a release, Save names it, and visitors see nothing', async () => {
    await openEditor(1440);
    await page.getByRole('button', { name: /where your changes go/ }).click();
    await page.getByRole('menuitem', { name: 'New release…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Spring offer');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Release', exact: true }).getByText('Spring offer').waitFor();
    await row('Promotion').click();
    await field('Title').fill('Spring in the harbour');
    await tool('Save to Spring offer').click();
    await state('All saved');
    expect(await publicPage()).not.toContain('Spring in the harbour');
    const [release] = await api().releases.list.query();
    expect((await api().promo.heading.list.query({ release: release?.id }))[0]?.title).toBe('Spring in the harbour');
    await page.getByRole('button', { name: 'Back to Live' }).click();
    await state('All saved');
  });
});

describe('for everyone', () => {
  beforeEach(() => page.emulateMedia({ colorScheme: 'light' }));

  test.each([390, 1024, 1440])('axe finds nothing at %i px in both schemes, with menus and dialogs', async (width) => {
    await openEditor(width);
    const check = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const rules = colorScheme === 'dark' ? 'colors' : 'all';
        expect(await accessibilityProblems(page, 'html', rules), `${what}, ${colorScheme}`).toEqual([]);
      }
      expect(
        (await smallTargets(page)).filter((target) => !target.startsWith('close:')),
        what,
      ).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    };
    await check('nothing selected');
    if (width === 390) await part('Outline').click();
    if (width === 1024) await tool('Show the outline').click();
    await row('Price plans').click();
    if (width === 390) await part('Outline').click();
    await row('Ketch').click();
    await fields().getByRole('button', { name: 'Actions for this plan' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await check('a plan with its menu');
    await page.keyboard.press('Escape');
    await tool('More').click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').waitFor();
    await check('shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('the editor requests no frames while nothing changes', async () => {
    await openEditor(390);
    const frames = () =>
      page.evaluate(`new Promise((resolve) => {
        const request = window.requestAnimationFrame;
        let count = 0;
        window.requestAnimationFrame = (run) => (count += 1, request(run));
        setTimeout(() => { window.requestAnimationFrame = request; resolve(count); }, 500);
      })`);
    await expect.poll(frames).toBe(0);
  });

  test('no page of the editor has logged an error', async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
});
