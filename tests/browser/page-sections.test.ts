import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';

// What is particular to one section, first in the back office and then as a visitor sees it.
let server: TestServer;
let browser: Browser;
let page: Page;
let office: ReturnType<typeof backOffice>;
let visitor: Page;
let problems: string[][];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  // Two profiles: the visitor is nobody who has signed in.
  const [admins, visitors] = await Promise.all([openPage(browser), openPage(browser)]);
  page = admins.page;
  visitor = visitors.page;
  problems = [admins.problems, visitors.problems];
  office = backOffice(page, server);
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const cell = (within: Locator | Page, text: string) => within.getByRole('cell', { name: text, exact: true });
const drawing = (within: Locator) => within.locator('svg path').first().getAttribute('d');

/** The public page as it is now. */
async function visit(): Promise<Page> {
  await visitor.goto(server.address);
  await visitor.locator('#home').waitFor();
  return visitor;
}

async function picture(format: 'png' | 'jpeg', background: string) {
  const drawn = sharp({ create: { width: 640, height: 360, channels: 3, background } });
  const buffer = await drawn.toFormat(format).toBuffer();
  return { name: `picture.${format}`, mimeType: `image/${format}`, buffer };
}

/** Chooses a picture and waits until it is uploaded; returns the hash in its preview's address. */
async function choosePicture(form: Locator, file: Awaited<ReturnType<typeof picture>>): Promise<string> {
  const preview = form.getByRole('img', { name: /stored$/ });
  const before = (await preview.count()) > 0 ? await preview.getAttribute('src') : null;
  await form.locator('input[type=file]').setInputFiles(file);
  await expect.poll(async () => ((await preview.count()) > 0 ? preview.getAttribute('src') : null)).not.toBe(before);
  const [hash = ''] = /[0-9a-f]{32}/.exec((await preview.getAttribute('src')) ?? '') ?? [];
  return hash;
}

describe('menu', () => {
  const entry = (within: Page, name: string) =>
    within.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

  test('an entry leads to the section that was chosen by name, and scrolls there', async () => {
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
    await cell(row, 'Yes').waitFor();

    await visit();
    await entry(visitor, 'What it costs').click();
    const top = () => visitor.locator('#pricing').evaluate((section) => section.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(120);
    expect(await top()).toBeGreaterThan(-60);
  });

  test('an entry may lead elsewhere, but not run anything', async () => {
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
    await visit();
    expect(await entry(visitor, 'Team').getAttribute('href')).toBe('https://harbour.example/people');
  });

  test('an entry that is hidden or deleted is gone from the page', async () => {
    await office.screen('menu', 'Menu Detail');
    await page.getByRole('button', { name: 'Edit Reviews', exact: true }).click();
    const form = office.panel('Edit Menubar');
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Reviews');
    await form.getByLabel('IsActive').selectOption({ label: 'No' });
    await office.saveAndClose(form);
    await cell(page.getByRole('row', { name: /Reviews/ }), 'No').waitFor();
    await office.remove(page.locator('body'), 'Projects', 'Cancel');
    await cell(page.getByRole('row', { name: /Projects/ }), 'Yes').waitFor();
    await office.remove(page.locator('body'), 'Projects');
    await page.getByRole('row', { name: /Projects/ }).waitFor({ state: 'detached' });
    await visit();
    expect(await entry(visitor, 'Services').count()).toBe(1);
    expect(await entry(visitor, 'Reviews').count()).toBe(0);
    expect(await entry(visitor, 'Projects').count()).toBe(0);
  });
});

describe('services', () => {
  test('a service with its icon is listed, and drawn on the page', async () => {
    await office.screen('services', 'Services Detail');
    const columns = ['Edit', 'Services', 'Title', 'Sub Title', 'Background', 'IsActive'];
    expect(await office.columns(page.getByRole('table'))).toEqual(columns);
    const list = await office.open('Services', 'Service List');
    await expect.poll(() => list.getByRole('table').count()).toBe(1);
    expect(await office.columns(list.getByRole('table'))).toEqual([
      'Edit',
      'Delete',
      'Name',
      'Description',
      'IsActive',
    ]);
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
    await cell(row, 'Yes').waitFor();
    // A save empties the form: the next one creates.
    await expect.poll(() => list.getByLabel('Title', { exact: true }).inputValue()).toBe('');

    await visit();
    const shown = visitor.locator('#services').getByRole('listitem').filter({ hasText: 'Regattas' });
    expect(await shown.getByRole('heading').textContent()).toBe('Regattas');
    expect(await shown.textContent()).toContain('We time them, and hand out the cups.');
    expect(await drawing(shown)).toBe(chosen);
  });

  test('a service that is taken off is still in the list, one that is deleted is not', async () => {
    await office.screen('services', 'Services Detail');
    const list = await office.open('Services', 'Service List');
    const [first = '', second = ''] = await visibleServices();
    await list.getByRole('button', { name: `Edit ${first}`, exact: true }).click();
    await expect.poll(() => list.getByLabel('Title', { exact: true }).inputValue()).toBe(first);
    await list.getByLabel('IsActive').selectOption({ label: 'No' });
    await list.getByRole('button', { name: 'Save', exact: true }).click();
    await cell(list.getByRole('row', { name: new RegExp(first) }), 'No').waitFor();
    await office.remove(list, second);
    await list.getByRole('row', { name: new RegExp(second) }).waitFor({ state: 'detached' });
    const left = await visibleServices();
    expect(left).not.toContain(first);
    expect(left).not.toContain(second);
    expect(left.length).toBeGreaterThan(0);
  });

  async function visibleServices(): Promise<string[]> {
    await visit();
    return visitor.locator('#services li h3').allTextContents();
  }
});

describe('promo', () => {
  test('is one heading with a picture, and goes when it is switched off', async () => {
    await office.screen('promo', 'Promotion Detail');
    const columns = ['Edit', 'Title', 'Sub Title', 'Background Image', 'IsActive'];
    expect(await office.columns(page.getByRole('table'))).toEqual(columns);
    const form = await office.open('Edit', 'Edit Promotion Detail');
    await form.getByText('upload 1080*720, PNG or JPEG').waitFor();
    await form.getByLabel('Title', { exact: true }).fill('Half price until the tide turns');
    const hash = await choosePicture(form, await picture('jpeg', '#803010'));
    await office.saveAndClose(form);
    const row = page.getByRole('row', { name: /Half price/ });
    await row.locator(`img[src*="${hash}"]`).waitFor();

    await visit();
    const promo = visitor.getByRole('region', { name: 'Half price until the tide turns' });
    await promo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => promo.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.currentSrc))
      .toContain(hash);

    const again = await office.open('Edit', 'Edit Promotion Detail');
    await again.getByLabel('IsActive').selectOption({ label: 'No' });
    await office.saveAndClose(again);
    await cell(row, 'No').waitFor();
    await visit();
    expect(await visitor.locator('#promo').count()).toBe(0);
  });
});

describe('address', () => {
  test('of its two panels only one is open', async () => {
    await office.screen('contact', 'Address Detail');
    const columns = ['Edit', 'Address', 'Title', 'Sub Title', 'Background image', 'IsActive'];
    expect(await office.columns(page.getByRole('table'))).toEqual(columns);
    const heading = await office.open('Edit', 'Edit Address Detail');
    const headingAddress = page.url();
    await heading.getByRole('button', { name: /^Close/ }).click();
    await heading.waitFor({ state: 'hidden' });
    const lines = await office.open('Contact lines', 'Edit Contact Details');
    const linesAddress = page.url();
    for (const [address, opened, closed] of [
      [headingAddress, heading, lines],
      [linesAddress, lines, heading],
    ] as const) {
      await page.goto(address);
      await opened.waitFor();
      await closed.waitFor({ state: 'hidden' });
      expect(await page.getByRole('dialog').count()).toBe(1);
    }
  });

  test('its background is a PNG, anything else is cleared and told', async () => {
    await office.screen('contact', 'Address Detail');
    const form = await office.open('Edit', 'Edit Address Detail');
    await form.locator('input[type=file]').setInputFiles(await picture('jpeg', '#104050'));
    await page.getByRole('alert').filter({ hasText: 'Please upload PNG file' }).waitFor();
    await form.getByText('No picture').waitFor();
    const hash = await choosePicture(form, await picture('png', '#104050'));
    await office.saveAndClose(form);
    await visit();
    await visitor.locator(`#address img[src*="${hash}"]`).waitFor({ state: 'attached' });
  });

  test('contact lines carry an icon; a number dials and an address writes', async () => {
    await office.screen('contact', 'Address Detail');
    const lines = await office.open('Contact lines', 'Edit Contact Details');
    await expect.poll(() => lines.getByRole('table').count()).toBe(1);
    expect(await office.columns(lines.getByRole('table'))).toEqual([
      'Edit',
      'Delete',
      'Name',
      'Description',
      'IsActive',
    ]);
    const icon = lines.getByLabel('Icon', { exact: true });
    expect(await icon.locator('option:not([disabled])').allTextContents()).toEqual(['Map', 'Phone', 'Email']);
    const added = [
      { name: 'The boat shed', description: 'Behind the slipway', icon: 'Map', href: null },
      { name: '+1 (555) 555-0199', description: 'The night watch', icon: 'Phone', href: 'tel:+15555550199' },
      {
        name: 'Newspapers',
        description: 'press@tidewright.example',
        icon: 'Email',
        href: 'mailto:press@tidewright.example',
      },
    ];
    const drawings: (string | null)[] = [];
    for (const line of added) {
      await lines.getByLabel('Name', { exact: true }).fill(line.name);
      await lines.getByLabel('Description', { exact: true }).fill(line.description);
      await icon.selectOption({ label: line.icon });
      drawings.push(await drawing(lines.locator('form')));
      await lines.getByRole('button', { name: 'Save', exact: true }).click();
      await cell(lines, line.name).waitFor();
      await expect.poll(() => lines.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    }
    expect(new Set(drawings).size).toBe(3);

    await visit();
    for (const [place, line] of added.entries()) {
      const shown = visitor.locator('#address').getByRole('listitem').filter({ hasText: line.name });
      expect(await shown.textContent()).toContain(line.description);
      expect(await drawing(shown)).toBe(drawings[place]);
      const hrefs = await shown
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(hrefs).toEqual(line.href === null ? [] : [line.href]);
    }
  });

  test('without an active line there is no address on the page, and no entry that leads there', async () => {
    await office.screen('menu', 'Menu Detail');
    await page.getByRole('button', { name: 'Edit Contact', exact: true }).click();
    const form = office.panel('Edit Menubar');
    await expect.poll(() => form.getByLabel('Link To', { exact: true }).inputValue()).toBe('Contact');
    await form.getByLabel('Link To', { exact: true }).fill('Address');
    await office.saveAndClose(form);
    await visit();
    const entry = visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact', exact: true });
    expect(await entry.getAttribute('href')).toBe('#address');

    await office.screen('contact', 'Address Detail');
    const lines = await office.open('Contact lines', 'Edit Contact Details');
    const deletes = lines.getByRole('button', { name: /^Delete / });
    await expect.poll(() => deletes.count()).toBeGreaterThan(0);
    for (let left = await deletes.count(); left > 0; left -= 1) {
      const name = ((await deletes.first().getAttribute('aria-label')) ?? '').replace('Delete ', '');
      await office.remove(lines, name);
      await expect.poll(() => deletes.count()).toBe(left - 1);
    }
    await lines.getByText('There is no contact line yet.').waitFor();
    await visit();
    expect(await visitor.locator('#address').count()).toBe(0);
    expect(await entry.count()).toBe(0);
  });
});

describe('get in touch', () => {
  test('its heading stands by the form, whose message arrives in the inbox', async () => {
    await office.screen('getintouch', 'Get In Touch Detail');
    const columns = ['Edit', 'Title', 'Sub Title', 'Background Image', 'IsActive'];
    expect(await office.columns(page.getByRole('table'))).toEqual(columns);
    const form = await office.open('Edit', 'Edit Get In Touch Detail');
    await form.getByText('upload 1920*1080, PNG or JPEG').waitFor();
    await form.getByLabel('Title', { exact: true }).fill('Throw us a line');
    await form.getByLabel('Sub Title', { exact: true }).fill('We will catch it.');
    await office.saveAndClose(form);
    await cell(page, 'Throw us a line').waitFor();

    await visit();
    const section = visitor.getByRole('region', { name: 'Throw us a line' });
    await section.scrollIntoViewIfNeeded();
    await section.getByText('We will catch it.').waitFor();
    const send = section.getByRole('button', { name: /send/i });
    await section.getByLabel('Name').fill('Bo Sunder');
    await section.getByLabel('E-mail').fill('bo@sunder.example');
    await expect.poll(() => send.isDisabled()).toBe(true);
    await section.getByLabel('Message').fill('Do you repair fog horns?');
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    await visitor.getByText('Thanks for reaching out to us. We will get back to you very soon.').waitFor();
    await expect.poll(() => section.getByLabel('Message').inputValue()).toBe('');
    await office.screen('inbox', 'Inbox');
    await page.getByText('Do you repair fog horns?').first().waitFor();
  });

  test('switched off, the form and the way to it are gone', async () => {
    await office.screen('getintouch', 'Get In Touch Detail');
    const form = await office.open('Edit', 'Edit Get In Touch Detail');
    await form.getByLabel('IsActive').selectOption({ label: 'No' });
    await office.saveAndClose(form);
    await visit();
    expect(await visitor.locator('#contact').count()).toBe(0);
    expect(await visitor.locator('a[href="#contact"]').count()).toBe(0);
  });
});

describe('the company’s social links', () => {
  const link = (site: string) => visitor.getByRole('contentinfo').getByRole('link', { name: `Tidewright on ${site}` });

  test('name a site and an address, and stand at the foot of the page until they are deleted', async () => {
    await office.screen('company', 'Company Detail');
    const links = await office.open('Social links', 'Edit Company Social Detail');
    await expect.poll(() => links.getByRole('table').count()).toBe(1);
    expect(await office.columns(links.getByRole('table'))).toEqual([
      'Edit',
      'Delete',
      'Name',
      'Social Link',
      'IsActive',
    ]);
    await links.getByLabel('Link Text').fill('https://bank.example@evil.example/login');
    await links.getByRole('button', { name: 'Save', exact: true }).click();
    await links.getByText('Social Site is required').waitFor();
    await links.getByText('Link Text must be a web address').waitFor();
    await links.getByLabel('Social Site').selectOption({ label: 'YouTube' });
    await links.getByLabel('Link Text').fill('videos.example/tidewright');
    await links.getByRole('button', { name: 'Save', exact: true }).click();
    const row = links.getByRole('row', { name: /YouTube/ });
    await cell(row, 'https://videos.example/tidewright').waitFor();
    await visit();
    expect(await link('YouTube').getAttribute('href')).toBe('https://videos.example/tidewright');
    const youTube = await drawing(link('YouTube'));

    await row.getByRole('button', { name: /^Edit/ }).click();
    await expect.poll(() => links.getByLabel('Link Text').inputValue()).toBe('https://videos.example/tidewright');
    await links.getByLabel('Social Site').selectOption({ label: 'Pinterest' });
    await links.getByRole('button', { name: 'Save', exact: true }).click();
    await cell(links, 'Pinterest').waitFor();
    await visit();
    expect(await link('YouTube').count()).toBe(0);
    expect(await drawing(link('Pinterest'))).not.toBe(youTube);

    await office.remove(links, 'Pinterest');
    await cell(links, 'Pinterest').waitFor({ state: 'detached' });
    await visit();
    expect(await link('Pinterest').count()).toBe(0);
    expect(await link('Mastodon').count()).toBe(1);
  });
});

test('no error was logged by the browser', () => {
  expect(problems.flat()).toEqual([]);
});
