import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cell, choosePicture, drawing, openOfficeAndVisitor, picture } from '../fixture/office-and-visitor.ts';

// Contact details, contact form and social links, in the back office and on the page.
let both: Awaited<ReturnType<typeof openOfficeAndVisitor>>;
let page: Page;
let visitor: Page;
let office: typeof both.office;
beforeAll(async () => {
  both = await openOfficeAndVisitor();
  ({ page, visitor, office } = both);
});
afterAll(() => both.close());

describe('address', () => {
  test('only one of the two panels is open', async () => {
    await office.screen('contact', 'Address Detail');
    expect(await office.labels('Address Detail')).toEqual(['Background image', 'Title', 'Sub Title', 'IsActive']);
    await page.getByRole('region', { name: 'Address Detail' }).getByText('Address', { exact: true }).waitFor();
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

  test('the background accepts PNG only; other files are cleared with a message', async () => {
    await office.screen('contact', 'Address Detail');
    const form = await office.open('Edit', 'Edit Address Detail');
    await form.locator('input[type=file]').setInputFiles(await picture('jpeg', '#104050'));
    await page.getByRole('alert').filter({ hasText: 'Please upload PNG file' }).waitFor();
    await form.getByText('No picture').waitFor();
    const hash = await choosePicture(form, await picture('png', '#104050'));
    await office.saveAndClose(form);
    await both.visit();
    await visitor.locator(`#address img[src*="${hash}"]`).waitFor({ state: 'attached' });
  });

  test('contact lines have an icon; numbers become tel: links and e-mail addresses mailto: links', async () => {
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
    await office.add(lines);
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
    for (const [place, line] of added.entries()) {
      await lines.getByLabel('Name', { exact: true }).fill(line.name);
      await lines.getByLabel('Description', { exact: true }).fill(line.description);
      await icon.selectOption({ label: line.icon });
      drawings.push(await drawing(lines.locator('form')));
      const isLast = place === added.length - 1;
      await lines.getByRole('button', { name: isLast ? 'Save' : 'Save and add another', exact: true }).click();
      await cell(lines, line.name).waitFor();
      if (isLast) await lines.locator('form').waitFor({ state: 'detached' });
      else await expect.poll(() => lines.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    }
    expect(new Set(drawings).size).toBe(3);

    await both.visit();
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

  test('without an active line the page has no address section and no menu entry for it', async () => {
    await office.screen('menu', 'Menu Detail');
    await page.getByRole('button', { name: 'Edit Contact', exact: true }).click();
    const form = office.panel('Edit Menubar');
    await expect.poll(() => form.getByLabel('Link To', { exact: true }).inputValue()).toBe('Contact');
    await form.getByLabel('Link To', { exact: true }).fill('Address');
    await office.saveAndClose(form);
    await both.visit();
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
    await lines.getByText(/^Contact lines tell visitors .* Add the first one\.$/).waitFor();
    await lines.getByRole('button', { name: 'Add', exact: true }).waitFor();
    await both.visit();
    expect(await visitor.locator('#address').count()).toBe(0);
    expect(await entry.count()).toBe(0);
  });
});

describe('get in touch', () => {
  test('the heading appears above the form, and its messages arrive in the inbox', async () => {
    await office.screen('getintouch', 'Get In Touch Detail');
    expect(await office.labels('Get In Touch Detail')).toEqual(['Background Image', 'Title', 'Sub Title', 'IsActive']);
    const form = await office.open('Edit', 'Edit Get In Touch Detail');
    await form.getByText('upload 1920*1080, PNG or JPEG').waitFor();
    await form.getByLabel('Title', { exact: true }).fill('Throw us a line');
    await form.getByLabel('Sub Title', { exact: true }).fill('We will catch it.');
    await office.saveAndClose(form);
    await page.getByRole('definition').filter({ hasText: 'Throw us a line' }).waitFor();

    await both.visit();
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

  test('an inactive form is not on the page, nor a link to it', async () => {
    await office.screen('getintouch', 'Get In Touch Detail');
    const form = await office.open('Edit', 'Edit Get In Touch Detail');
    await form.getByLabel('IsActive', { exact: true }).selectOption({ label: 'No' });
    await office.saveAndClose(form);
    await both.visit();
    expect(await visitor.locator('#contact').count()).toBe(0);
    expect(await visitor.locator('a[href="#contact"]').count()).toBe(0);
  });
});

describe('the company’s social links', () => {
  const link = (site: string) => visitor.getByRole('contentinfo').getByRole('link', { name: `Tidewright on ${site}` });

  test('appear in the footer with site and address until deleted', async () => {
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
    await office.add(links);
    await links.getByLabel('Link Text').fill('https://bank.example@evil.example/login');
    await links.getByRole('button', { name: 'Save', exact: true }).click();
    await links.getByText('Social Site is required').waitFor();
    await links.getByText('Link Text must be a web address').waitFor();
    await links.getByLabel('Social Site').selectOption({ label: 'YouTube' });
    await links.getByLabel('Link Text').fill('videos.example/tidewright');
    await links.getByRole('button', { name: 'Save', exact: true }).click();
    const row = links.getByRole('row', { name: /YouTube/ });
    await cell(row, 'https://videos.example/tidewright').waitFor();
    await both.visit();
    expect(await link('YouTube').getAttribute('href')).toBe('https://videos.example/tidewright');
    const youTube = await drawing(link('YouTube'));

    await row.getByRole('button', { name: /^Edit/ }).click();
    await expect.poll(() => links.getByLabel('Link Text').inputValue()).toBe('https://videos.example/tidewright');
    await links.getByLabel('Social Site').selectOption({ label: 'Pinterest' });
    await links.getByRole('button', { name: 'Save', exact: true }).click();
    await cell(links, 'Pinterest').waitFor();
    await both.visit();
    expect(await link('YouTube').count()).toBe(0);
    expect(await drawing(link('Pinterest'))).not.toBe(youTube);

    await office.remove(links, 'Pinterest');
    await cell(links, 'Pinterest').waitFor({ state: 'detached' });
    await both.visit();
    expect(await link('Pinterest').count()).toBe(0);
    expect(await link('Mastodon').count()).toBe(1);
  });
});

test('the browser logged no error', () => {
  expect(both.problems()).toEqual([]);
});
