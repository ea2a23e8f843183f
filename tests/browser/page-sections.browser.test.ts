import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cell, choosePicture, drawing, flag, openOfficeAndVisitor, picture } from '../fixture/office-and-visitor.ts';

// Particular behaviour of single sections, in the back office and on the page.
let both: Awaited<ReturnType<typeof openOfficeAndVisitor>>;
let page: Page;
let visitor: Page;
let office: typeof both.office;
beforeAll(async () => {
  both = await openOfficeAndVisitor();
  ({ page, visitor, office } = both);
});
afterAll(() => both.close());

describe('menu', () => {
  const entry = (within: Page, name: string) =>
    within.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

  test('an entry scrolls to the section chosen by name', async () => {
    await office.screen('menu', 'Menu Detail');
    expect(await office.columns(page.getByRole('table'))).toEqual(['Edit', 'Delete', 'Name', 'Link To', 'IsActive']);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const form = office.panel('Edit Menubar');
    await form.getByLabel('Name', { exact: true }).fill('What it costs');
    await form.getByLabel('Link To', { exact: true }).fill('Pric');
    await page.getByRole('option', { name: 'Pricing', exact: true }).click();
    await office.saveAndClose(form);
    const row = page.getByRole('row', { name: /What it costs/ });
    await cell(row, 'Pricing').waitFor();
    await flag(row, 'Yes').waitFor();

    await both.visit();
    await entry(visitor, 'What it costs').click();
    const top = () => visitor.locator('#pricing').evaluate((section) => section.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(120);
    expect(await top()).toBeGreaterThan(-60);
  });

  test('an entry accepts other addresses but no scripts', async () => {
    await office.screen('menu', 'Menu Detail');
    await page.getByRole('button', { name: 'Edit Team', exact: true }).click();
    const form = office.panel('Edit Menubar');
    const target = form.getByLabel('Link To', { exact: true });
    await expect.poll(() => target.inputValue()).toBe('Team');
    await target.fill('javascript:alert(1)');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText(/Link To must be a section of the page or an address/).waitFor();
    await target.fill('https://harbour.example/people');
    await office.saveAndClose(form);
    await cell(page, 'https://harbour.example/people').waitFor();
    await both.visit();
    expect(await entry(visitor, 'Team').getAttribute('href')).toBe('https://harbour.example/people');
  });

  test('a hidden or deleted entry is not on the page', async () => {
    await office.screen('menu', 'Menu Detail');
    await page.getByRole('button', { name: 'Edit Reviews', exact: true }).click();
    const form = office.panel('Edit Menubar');
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Reviews');
    await form.getByLabel('IsActive', { exact: true }).selectOption({ label: 'No' });
    await office.saveAndClose(form);
    await flag(page.getByRole('row', { name: /Reviews/ }), 'No').waitFor();
    await office.remove(page.locator('body'), 'Projects', 'Cancel');
    await flag(page.getByRole('row', { name: /Projects/ }), 'Yes').waitFor();
    await office.remove(page.locator('body'), 'Projects');
    await page.getByRole('row', { name: /Projects/ }).waitFor({ state: 'detached' });
    await both.visit();
    expect(await entry(visitor, 'Services').count()).toBe(1);
    expect(await entry(visitor, 'Reviews').count()).toBe(0);
    expect(await entry(visitor, 'Projects').count()).toBe(0);
  });
});

describe('services', () => {
  test('a service with an icon appears in the list and on the page', async () => {
    await office.screen('services', 'Services Detail');
    expect(await office.labels('Services Detail')).toEqual(['Background', 'Title', 'Sub Title', 'IsActive']);
    const list = await office.open('Services', 'Service List');
    await expect.poll(() => list.getByRole('table').count()).toBe(1);
    expect(await office.columns(list.getByRole('table'))).toEqual([
      'Edit',
      'Delete',
      'Name',
      'Description',
      'IsActive',
    ]);
    await office.add(list);
    const icon = list.getByLabel('Icon', { exact: true });
    expect(await icon.locator('option:not([disabled])').allTextContents()).toEqual([
      'HTML5',
      'Signal',
      'Photo',
      'Trophy',
      'Search',
      'Light bulb',
      'Mobile (white)',
      'Server (white)',
    ]);
    await list.getByLabel('Title', { exact: true }).fill('Regattas');
    await list.getByLabel('Description', { exact: true }).fill('We time them, and hand out the cups.');
    await list.getByRole('button', { name: 'Save', exact: true }).click();
    await list.getByText('Icon is required').waitFor();
    await icon.selectOption({ label: 'Trophy' });
    const chosen = await drawing(list.locator('form'));
    await list.getByRole('button', { name: 'Save', exact: true }).click();
    const row = list.getByRole('row', { name: /Regattas/ });
    await flag(row, 'Yes').waitFor();
    // A save closes the form, and the focus goes to the new row.
    await list.locator('form').waitFor({ state: 'detached' });
    const edit = row.getByRole('button', { name: 'Edit Regattas' });
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);

    await both.visit();
    const shown = visitor.locator('#services').getByRole('listitem').filter({ hasText: 'Regattas' });
    expect(await shown.getByRole('heading').textContent()).toBe('Regattas');
    expect(await shown.textContent()).toContain('We time them, and hand out the cups.');
    expect(await drawing(shown)).toBe(chosen);
  });

  test('an inactive service stays in the list, a deleted service does not', async () => {
    await office.screen('services', 'Services Detail');
    const list = await office.open('Services', 'Service List');
    const [first = '', second = ''] = await visibleServices();
    await list.getByRole('button', { name: `Edit ${first}`, exact: true }).click();
    await expect.poll(() => list.getByLabel('Title', { exact: true }).inputValue()).toBe(first);
    await list.getByLabel('IsActive', { exact: true }).selectOption({ label: 'No' });
    await list.getByRole('button', { name: 'Save', exact: true }).click();
    await flag(list.getByRole('row', { name: new RegExp(first) }), 'No').waitFor();
    await office.remove(list, second);
    await list.getByRole('row', { name: new RegExp(second) }).waitFor({ state: 'detached' });
    const left = await visibleServices();
    expect(left).not.toContain(first);
    expect(left).not.toContain(second);
    expect(left.length).toBeGreaterThan(0);
  });

  async function visibleServices(): Promise<string[]> {
    await both.visit();
    return visitor.locator('#services li h3').allTextContents();
  }
});

describe('promo', () => {
  test('shows one heading with a picture, and nothing when inactive', async () => {
    await office.screen('promo', 'Promotion Detail');
    expect(await office.labels('Promotion Detail')).toEqual(['Background Image', 'Title', 'Sub Title', 'IsActive']);
    const form = await office.open('Edit', 'Edit Promotion Detail');
    await form.getByText('upload 1080*720, PNG or JPEG').waitFor();
    await form.getByLabel('Title', { exact: true }).fill('Half price until the tide turns');
    const hash = await choosePicture(form, await picture('jpeg', '#803010'));
    await office.saveAndClose(form);
    const card = page.getByRole('region', { name: 'Promotion Detail' });
    await card.getByRole('definition').filter({ hasText: 'Half price until the tide turns' }).waitFor();
    await card.locator(`img[src*="${hash}"]`).waitFor();

    await both.visit();
    const promo = visitor.getByRole('region', { name: 'Half price until the tide turns' });
    await promo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => promo.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.currentSrc))
      .toContain(hash);

    const again = await office.open('Edit', 'Edit Promotion Detail');
    await again.getByLabel('IsActive', { exact: true }).selectOption({ label: 'No' });
    await office.saveAndClose(again);
    await flag(card, 'No').waitFor();
    await both.visit();
    expect(await visitor.locator('#promo').count()).toBe(0);
  });
});

test('the browser logged no error', () => {
  expect(both.problems()).toEqual([]);
});
