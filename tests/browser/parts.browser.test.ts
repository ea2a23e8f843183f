import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { picture } from '../fixture/office-and-visitor.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { keyboard } from './keyboard.ts';

// The parts around the page editor, each by mouse and by keyboard alone; the editor has the same in tests/editor.
const widths = [390, 1024, 1440] as const;

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let keys: ReturnType<typeof keyboard>;
let office: ReturnType<typeof backOffice>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  // From the start: the first listener makes the browser leave the choice of files to the test.
  page.on('filechooser', () => {});
  await signInAsAdmin(page, server);
  keys = keyboard(page);
  office = backOffice(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const api = () => trpcClient(server.address, server.adminToken);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const toast = (text: string) => page.getByRole('status').filter({ hasText: text }).first();
const fields = () => page.getByRole('complementary', { name: 'Fields' });
const frame = () => page.frameLocator('iframe[title="The page"]');

/** Loads a screen anew, with the focus at the start of the document. */
async function load(path: string, title: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto('about:blank');
  await office.screen(path, title);
}

/** Loads the page editor anew, with nothing unsaved. */
async function loadEditor(width: number): Promise<void> {
  await load('changepassword', 'Change Password', width);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('editor draft')) localStorage.removeItem(key);
  });
  await load('page', 'Page', width);
  await frame().locator('#home').waitFor();
}

/** Opens a panel of the editor from the toolbar, or in a narrow window from the toolbar's menu. */
async function openEditorPanel(name: 'Theme' | 'Checks', width: number): Promise<void> {
  if (width > 640) return keys.use(button(name));
  await keys.use(button('More'));
  const entry = page.getByRole('menuitem', { name, exact: true });
  await entry.waitFor();
  await keys.press('End');
  while (!(await entry.evaluate((one) => one === document.activeElement))) await keys.press('ArrowUp');
  await keys.press('Enter');
}

async function plan(title: string) {
  const found = (await api().pricing.plans.list.query({})).find((one) => one.title === title);
  if (!found) throw new Error(`the sample has no plan ${title}`);
  return found;
}

describe('find anything', () => {
  const field = () => page.getByRole('combobox', { name: 'Find anything' });
  const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });
  const form = () => office.panel('Edit Price Plan Detail');

  test('by mouse: the button opens the search, and a result opens the record', async () => {
    await load('menu', 'Menu Detail', 390);
    await button('Find anything').click();
    await field().pressSequentially('Ketch');
    await option('Ketch').first().click();
    await form().waitFor();
    await expect.poll(() => form().getByLabel('Title').inputValue()).toBe('Ketch');
  });

  test.each(widths)('by keyboard alone at %i px: button, results, the way back to the field', async (width) => {
    await load('menu', 'Menu Detail', width);
    await keys.use(button('Find anything'));
    await keys.lands(field());
    await keys.press('Escape');
    await keys.lands(button('Find anything'));

    await keys.press('Control+k');
    await keys.lands(field());
    await page.keyboard.type('Ketch');
    const found = page
      .getByRole('group', { name: 'On the page' })
      .getByRole('option', { name: /^Ketch/ })
      .first();
    await found.waitFor();
    while ((await found.getAttribute('aria-selected')) !== 'true') await keys.press('ArrowDown');
    // In sight in the list.
    expect(
      await found.evaluate((one) => one.checkVisibility() && one.getBoundingClientRect().bottom < innerHeight),
    ).toBe(true);
    await keys.press('Enter');
    await form().waitFor();
    await expect.poll(() => form().evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await keys.tabTo(form().getByLabel('Cost'));
    await keys.press('Control+k');
    await keys.lands(field());
    await page.keyboard.type('nothing has this text');
    await page.getByText('Nothing found for “nothing has this text”').waitFor();
    // The dialog keeps the focus.
    await keys.press('Tab');
    await keys.lands(field());
    await keys.press('Escape');
    await keys.lands(form().getByLabel('Cost'));
  });

  /** The field in the page editor's inspector. */
  const title = () => fields().getByLabel('Title', { exact: true });
  const isInEditor = () => expect.poll(() => title().inputValue(), { timeout: 20_000 }).toBe('Ketch');

  test('by mouse: the pencil of a result opens the record in the page editor', async () => {
    await load('menu', 'Menu Detail', 1440);
    await button(/^Find anything/).click();
    await field().pressSequentially('Ketch');
    const plan = page
      .getByRole('group', { name: 'On the page' })
      .getByRole('option', { name: /^Ketch/ })
      .first();
    await plan.hover();
    await page.locator('button[title="Edit on the page"][data-selected]').click();
    await isInEditor();
    // A screen has no place on the page.
    await button(/^Find anything/).click();
    await field().fill('Twilio Logs');
    await option('Twilio Logs').waitFor();
    expect(await page.getByTitle('Edit on the page').count()).toBe(0);
    await keys.press('Escape');
  });

  test.each(widths)(
    'by keyboard alone at %i px: Ctrl+Enter, or the button below the results, edit on the page',
    async (width) => {
      for (const way of ['Control+Enter', 'button']) {
        await load('menu', 'Menu Detail', width);
        await keys.press('Control+k');
        await keys.lands(field());
        await page.keyboard.type('Ketch');
        const found = page
          .getByRole('group', { name: 'On the page' })
          .getByRole('option', { name: /^Ketch/ })
          .first();
        await found.waitFor();
        while ((await found.getAttribute('aria-selected')) !== 'true') await keys.press('ArrowDown');
        if (way === 'button') await keys.use(button('Ketch: Edit on the page'));
        else await keys.press(way);
        await isInEditor();
      }
      // The record is the first recent one, with both ways again.
      await keys.press('Control+k');
      await button('Ketch: Edit on the page').waitFor();
      await keys.press('Escape');
    },
  );

  test('axe finds nothing in both schemes', async () => {
    await load('menu', 'Menu Detail', 1440);
    await keys.press('Control+k');
    await field().fill('Ketch');
    await option('Ketch').first().waitFor();
    await expectAccessible(page, { what: 'results' });
    await field().fill('nothing has this text');
    await page.getByText('Nothing found for').waitFor();
    await expectAccessible(page, { what: 'no results' });
  });
});

describe('sidebar and panels', () => {
  const menu = () => page.getByRole('navigation', { name: 'Screens' });
  const plans = () => office.panel('Edit Price Plan Detail');
  const features = () => office.panel('Feature List');
  const isActive = (within: ReturnType<typeof plans>, name: string) =>
    within.getByRole('switch', { name: `IsActive of ${name}` });

  test('by mouse: a row’s switch, the features of a plan, and the way back', async () => {
    await load('company', 'Company Detail', 1440);
    await menu().getByRole('link', { name: 'Price Plan', exact: true }).click();
    await heading('Plan Detail').waitFor();
    await office.open('Plan Details', 'Edit Price Plan Detail');
    await plans()
      .locator('label', { has: page.getByRole('switch', { name: 'IsActive of Flotilla' }) })
      .click();
    await expect.poll(async () => (await plan('Flotilla')).isActive).toBe(false);
    await plans().getByRole('button', { name: 'Features of Ketch' }).click();
    await features().getByText('Features of Ketch').waitFor();
    await features().getByRole('button', { name: 'Price plans' }).click();
    await plans()
      .locator('label', { has: page.getByRole('switch', { name: 'IsActive of Flotilla' }) })
      .click();
    await expect.poll(async () => (await plan('Flotilla')).isActive).toBe(true);
  });

  test.each(widths)(
    'by keyboard alone at %i px: the screen, a switch, a new feature of a plan, and back',
    async (width) => {
      await load('company', 'Company Detail', width);
      const link = menu().getByRole('link', { name: 'Price Plan', exact: true });
      if (width < 992) await keys.use(button('Open the menu'));
      const group = menu().getByRole('button', { name: 'Page', exact: true });
      await keys.use(group);
      expect(await group.getAttribute('aria-expanded')).toBe('false');
      await keys.press('Enter');
      await keys.use(link);
      await heading('Plan Detail').waitFor();
      if (width >= 992) {
        await keys.press('Shift+Tab');
        await keys.use(menu().getByRole('button', { name: 'Collapse the menu' }));
        await keys.lands(menu().getByRole('button', { name: 'Expand the menu' }));
        await keys.press('Enter');
      }

      const card = page.getByRole('region', { name: 'Plan Detail' });
      await keys.use(card.getByRole('button', { name: /^Edit/ }));
      // The form loads after the panel.
      const title = office.panel('Edit PlanMaster Detail').getByLabel('Title', { exact: true });
      await title.waitFor();
      await keys.tabTo(title);
      await keys.press('Escape');
      await keys.lands(card.getByRole('button', { name: /^Edit/ }));

      const opener = card.getByRole('button', { name: /^Plan Details/ });
      await keys.use(opener);
      await keys.lands(plans().getByRole('button', { name: 'Add', exact: true }));
      const active = isActive(plans(), 'Flotilla');
      await keys.use(active, 'Space');
      await expect.poll(async () => (await plan('Flotilla')).isActive).toBe(false);
      await keys.lands(active);
      await keys.press('Space');
      await expect.poll(async () => (await plan('Flotilla')).isActive).toBe(true);

      const ofKetch = plans().getByRole('button', { name: 'Features of Ketch' });
      await keys.tabTo(ofKetch, 'Shift+Tab');
      await keys.press('Enter');
      await features().getByText('Features of Ketch').waitFor();
      const add = features().getByRole('button', { name: 'Add', exact: true });
      await keys.lands(add);
      await keys.press('Enter');
      await keys.tabTo(features().getByLabel('Feature Name'));
      await page.keyboard.type(`Added at ${width} px`);
      await keys.press('Enter');
      await toast('Save Succesfull').waitFor();
      const edit = features().getByRole('button', { name: `Edit Added at ${width} px` });
      await keys.lands(edit);
      await keys.use(features().getByRole('button', { name: `Delete Added at ${width} px` }));
      await keys.lands(button('Cancel'));
      await keys.tabTo(button('Delete'));
      await keys.press('Enter');
      await edit.waitFor({ state: 'hidden' });
      await keys.tabTo(features().getByRole('button', { name: 'Price plans' }));
      await keys.press('Enter');
      await keys.lands(ofKetch);
      await keys.press('Escape');
      await keys.lands(opener);
    },
  );

  test('axe finds nothing in both schemes: the open menu, a card, rows, a form, and the list of a row', async () => {
    await load('priceplan', 'Plan Detail', 390);
    await button('Open the menu').click();
    await expectAccessible(page, { what: 'the menu' });
    await load('priceplan', 'Plan Detail', 1440);
    await office.open('Plan Details', 'Edit Price Plan Detail');
    await plans().getByRole('button', { name: 'Edit Ketch' }).click();
    await expect.poll(() => plans().getByLabel('Title').inputValue()).toBe('Ketch');
    await expectAccessible(page, { what: 'rows and a form' });
    await keys.press('Escape');
    await plans().getByRole('button', { name: 'Features of Ketch' }).click();
    await features().getByText('Features of Ketch').waitFor();
    await expectAccessible(page, { what: 'the list of a row' });
  });
});

describe('the picture library', () => {
  const card = (name: string) =>
    page.getByRole('list', { name: 'Pictures' }).getByRole('button', { name: new RegExp(`^Open ${name}`) });
  const colors = {
    390: { first: '#204090', second: '#904020' },
    1024: { first: '#205090', second: '#905020' },
    1440: { first: '#206090', second: '#906020' },
  };
  const point = () => page.getByRole('slider', { name: 'Focal point' });

  /** The first member of the team, and the address of their form. */
  async function member() {
    const [first] = await api().team.members.list.query({});
    if (!first) throw new Error('the sample has a team');
    return { ...first, address: `team?list=${first.parentId}&row=${first.id}` };
  }

  /** Uses a button that asks for a file, and chooses one. */
  async function choose(target: ReturnType<typeof button>, name: string, background: string): Promise<void> {
    await keys.tabTo(target);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keys.press('Enter')]);
    await chooser.setFiles({ ...(await picture('jpeg', background)), name });
  }

  test.each(widths)(
    'by keyboard alone at %i px: upload, focal point, alternative text, replace everywhere, delete, remove unused',
    async (width) => {
      const { address, photo } = await member();
      await load(address, 'Team Member Detail', width);
      const form = office.panel('Team Member List');
      await form.getByLabel('First Name').waitFor();
      await choose(form.getByRole('button', { name: /Profile Photo …/ }), `at-${width}.jpg`, colors[width].first);
      await form.getByText('Not described yet').waitFor();
      await keys.lands(form.getByRole('button', { name: /Profile Photo …/ }));
      const details = form.getByRole('button', { name: 'Crop and description of Profile Photo' });
      await keys.use(details);
      await keys.lands(button('Close the dialog'));
      await keys.tabTo(point());
      await keys.press('ArrowLeft', 'Shift+ArrowDown');
      expect(await point().getAttribute('aria-valuetext')).toBe('48 % from the left, 60 % from the top');
      const dialog = page.getByRole('dialog', { name: 'Crop and description' });
      await keys.tabTo(dialog.getByLabel('Alternative text'));
      await page.keyboard.type(`Described at ${width} px`);
      await keys.use(dialog.getByRole('button', { name: 'Save crop and description' }));
      await keys.lands(details);
      await keys.use(form.getByRole('button', { name: 'Save', exact: true }));
      await toast('Save Succesfull').waitFor();
      await expect.poll(async () => (await member()).photo).not.toBe(photo);
      const uploaded = (await member()).photo;

      await load('pictures', 'Pictures', width);
      await keys.tabTo(page.getByLabel('Search'));
      await page.keyboard.type(`at-${width}`);
      await expect.poll(() => card('').count()).toBe(1);
      await keys.use(card(`at-${width}`));
      const panel = page.getByRole('dialog');
      await panel.getByText(`Described at ${width} px`).waitFor();
      await choose(
        panel.getByRole('button', { name: 'Replace everywhere …' }),
        `new-${width}.jpg`,
        colors[width].second,
      );
      await toast('Replaced in 1 place.').waitFor();
      await office.panel(`new-${width}.jpg`).waitFor();
      await keys.lands(panel.getByRole('button', { name: 'Replace everywhere …' }));
      expect((await member()).photo).not.toBe(uploaded);
      await keys.press('Escape');
      await panel.waitFor({ state: 'hidden' });
      // The search does not find the new picture: its card is gone.
      await keys.lands(page.getByRole('main'));
      await keys.tabTo(button('Remove unused …'), 'Shift+Tab');
      await keys.press('Enter');
      await toast('No unused pictures').waitFor();
      await keys.lands(button('Remove unused …'));
    },
  );
});

describe('the theme panel', () => {
  const color = () => fields().getByLabel('Second Colour', { exact: true });
  const ribbon = () =>
    frame()
      .locator('.pricing-ribbon')
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);

  test('by mouse: each choice is on the page at once, and Undo takes one back', async () => {
    await loadEditor(1440);
    await button('Theme').click();
    await fields().getByRole('button', { name: 'Violet' }).last().click();
    await expect.poll(ribbon).toBe('rgb(112, 72, 232)');
    await fields().getByText('Compact', { exact: true }).click();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => fields().getByRole('radio', { name: 'Airy' }).isChecked()).toBe(true);
  });

  test.each(widths)(
    'by keyboard alone at %i px: a colour, corners and typefaces on the page at once, and back',
    async (width) => {
      await loadEditor(width);
      await openEditorPanel('Theme', width);
      await fields().getByRole('heading', { name: 'Theme' }).waitFor();
      await keys.tabTo(color());
      await page.keyboard.type('#7048e8');
      await expect.poll(ribbon).toBe('rgb(112, 72, 232)');
      await keys.use(fields().getByRole('button', { name: 'Blue' }).last());
      await expect.poll(ribbon).toBe('rgb(28, 109, 208)');
      await keys.tabTo(fields().getByRole('radio', { name: 'Soft' }));
      await keys.press('ArrowRight');
      await keys.lands(fields().getByRole('radio', { name: 'Square' }));
      await keys.press('Control+z');
      await expect.poll(() => fields().getByRole('radio', { name: 'Soft' }).isChecked()).toBe(true);
      await keys.tabTo(
        fields()
          .getByRole('radio', { name: /^Standard|^Lively|^Bricolage/ })
          .or(fields().locator('[data-look=cards] input:checked')),
        'Shift+Tab',
      );
      await keys.tabTo(
        fields().getByRole('button', { name: width > 640 ? 'Close Theme' : 'Close the fields' }),
        'Shift+Tab',
      );
      await keys.press('Enter');
      await fields().getByRole('heading', { name: 'Theme' }).waitFor({ state: 'hidden' });
      await keys.lands(width > 640 ? fields() : button('Page'));
    },
  );

  test('axe finds nothing in both schemes', async () => {
    await loadEditor(1440);
    await button('Theme').click();
    await fields().getByRole('heading', { name: 'Theme' }).waitFor();
    await expectAccessible(page, { what: 'the theme' });
  });
});

describe('checks', () => {
  beforeAll(async () => {
    // Links to a hidden section are problems.
    const [form] = await api().contactForm.heading.list.query({});
    if (form) await api().contactForm.heading.save.mutate({ id: form.id, values: { ...form, isActive: false } });
  });
  const finding = () => fields().getByRole('button', { name: /link of the plan “Ketch”/ });
  const link = () => fields().getByLabel('Button Link', { exact: true });

  test('by mouse: a problem opens its field, and a piece of advice opens its item', async () => {
    await loadEditor(1440);
    await button('Checks').click();
    await finding().click();
    await keys.lands(link());
    await button('Checks').click();
    await fields().locator('summary').click();
    await fields().locator('details button').first().click();
    await fields().getByRole('heading', { name: 'Checks' }).waitFor({ state: 'hidden' });
  });

  test.each(widths)('by keyboard alone at %i px: the list, and a jump into the field', async (width) => {
    await loadEditor(width);
    await openEditorPanel('Checks', width);
    await fields().getByRole('heading', { name: 'Checks' }).waitFor();
    await keys.use(fields().locator('summary'));
    await fields().locator('details[open]').waitFor();
    await keys.tabTo(finding(), 'Shift+Tab');
    await keys.press('Enter');
    await keys.lands(link());
    await expect.poll(() => frame().locator('[data-item="pricing.plans 2"]').count()).toBeGreaterThan(0);
  });

  test('axe finds nothing in both schemes', async () => {
    await loadEditor(1440);
    await button('Checks').click();
    await fields().locator('summary').click();
    await expectAccessible(page, { what: 'the list' });
  });
});

test('no page has logged an error', () => expect(problems).toEqual([]));
