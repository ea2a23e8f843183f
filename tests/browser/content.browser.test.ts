import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser));
  await signInAsAdmin(page, server);
});
beforeEach(() => page.goto(`${server.address}/#/admin/company`));
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const screen = (path: string) => page.goto(`${server.address}/#/admin/${path}`);
const panel = (name: string) => page.getByRole('dialog', { name });
const publicPage = async () => (await fetch(`${server.address}/`)).text();
const toast = (text: string) => page.getByRole('status').filter({ hasText: text }).first();

describe('introduction', () => {
  test('an edited title appears on the public page at once', async () => {
    await screen('introduction');
    await page.getByRole('button', { name: /^Edit Websites that/ }).click();
    const title = panel('Edit Introduction Detail').getByLabel('Title', { exact: true });
    await title.fill('Open all night');
    await panel('Edit Introduction Detail').getByRole('button', { name: 'Save' }).click();
    await toast('Save Succesfull').waitFor();
    await panel('Edit Introduction Detail').waitFor({ state: 'hidden' });
    await page.getByRole('definition').filter({ hasText: 'Open all night' }).waitFor();
    expect(await publicPage()).toContain('Open all night');
  });

  test('an empty required field shows its message, sends nothing and keeps the input', async () => {
    await screen('introduction');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const form = panel('Edit Introduction Detail');
    await form.getByLabel('Title', { exact: true }).fill('');
    await form.getByLabel('Sub Title').fill('Kept while it is corrected');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Title is required', { exact: true }).waitFor();
    expect(await form.getByLabel('Sub Title').inputValue()).toBe('Kept while it is corrected');
    expect(sent).toEqual([]);
    // Closing the panel asks about unsaved input.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /discard|leave|close without/i }).click();
    await form.waitFor({ state: 'hidden' });
  });

  test('Back closes the panel, and only one panel is open at a time', async () => {
    await screen('introduction');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await panel('Edit Introduction Detail').waitFor();
    await page.goBack();
    await panel('Edit Introduction Detail').waitFor({ state: 'hidden' });
    await page
      .getByRole('button', { name: /^Buttons/ })
      .first()
      .click();
    await panel('Introduction Action Detail').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});

describe('pictures', () => {
  const input = (name: string) => panel(name).locator('input[type=file]').first();

  test('a PNG is uploaded, previewed and shown on the page', async () => {
    await screen('company');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const png = await sharp({ create: { width: 320, height: 80, channels: 4, background: '#14535f' } })
      .png()
      .toBuffer();
    const preview = panel('Edit Company Detail')
      .getByRole('img', { name: /stored$/ })
      .first();
    const before = await preview.getAttribute('src');
    await input('Edit Company Detail').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    await expect.poll(() => preview.getAttribute('src')).not.toBe(before);
    // By name: a visible toast has a progress bar too.
    await panel('Edit Company Detail')
      .getByRole('progressbar', { name: /^Uploading/ })
      .waitFor({ state: 'hidden' });
    await panel('Edit Company Detail').getByRole('button', { name: 'Save' }).click();
    await panel('Edit Company Detail').waitFor({ state: 'hidden' });
    const [company] = await trpcClient(server.address, server.adminToken).company.heading.list.query({});
    expect(await publicPage()).toContain(`/images/${company?.logo}-`);
  });

  test.each([
    ['a JPEG where only PNG goes', 'logo.jpg', 'image/jpeg', 1000, 'Please upload PNG file'],
    ['a text file that calls itself PNG', 'logo.png', 'image/png', 1000, 'Please upload PNG file'],
    ['a large file that is no picture', 'logo.png', 'image/png', 1_500_001, 'Please upload PNG file'],
  ])('%s is refused with the specification’s words', async (_name, name, mimeType, size, message) => {
    await screen('company');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await input('Edit Company Detail').setInputFiles({ name, mimeType, buffer: Buffer.alloc(size, 'x') });
    await page.getByRole('alert').filter({ hasText: message }).first().waitFor();
    // Beside the field too, when the upload has ended: a toast of the case before has the same words.
    await panel('Edit Company Detail').locator('.mantine-InputWrapper-error', { hasText: message }).first().waitFor();
    expect(await input('Edit Company Detail').inputValue()).toBe('');
  });
});

describe('price plans', () => {
  test('a plan and its features are edited in two panels and appear on the page with the ribbon', async () => {
    await screen('priceplan');
    await page
      .getByRole('button', { name: /Plan Details/ })
      .first()
      .click();
    const plans = panel('Edit Price Plan Detail');
    await plans.getByText(/^Price plans of /).waitFor();
    await plans.getByRole('button', { name: 'Add', exact: true }).click();
    await plans.getByLabel('Title', { exact: true }).fill('Lifeboat');
    await plans.getByLabel('Cost', { exact: true }).fill('$7');
    await plans.getByLabel('Button Text').fill('Climb in');
    await plans.getByLabel('Tag Value').fill('Short');
    await plans.getByRole('button', { name: 'Save', exact: true }).click();
    await plans.getByText('Minimum six Character').first().waitFor();
    await plans.getByLabel('Tag Value').fill('In any weather');
    await plans.getByRole('button', { name: 'Save', exact: true }).click();
    await plans.getByRole('cell', { name: 'Lifeboat', exact: true }).waitFor();

    await plans
      .getByRole('row', { name: /Lifeboat/ })
      .getByRole('button', { name: /Features/ })
      .click();
    const features = panel('Feature List');
    await features.getByText('Features of Lifeboat', { exact: true }).waitFor();
    await features.getByText(/^Features appear .* Add the first one\.$/).waitFor();
    await features.getByRole('button', { name: 'Add', exact: true }).click();
    await features.getByLabel('Feature Name').fill('Oars for four');
    await features.getByRole('button', { name: 'Save', exact: true }).click();
    await features.getByRole('cell', { name: 'Oars for four', exact: true }).waitFor();
    await plans.waitFor({ state: 'hidden' });

    await features.getByRole('button', { name: 'Price plans', exact: true }).click();
    await plans.waitFor();
    const html = await publicPage();
    for (const text of ['Lifeboat', 'In any weather', 'Oars for four', 'Climb in']) expect(html).toContain(text);

    await plans
      .getByRole('row', { name: /Lifeboat/ })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByText('Are you sure want to delete?').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast('Delete Succesfull').waitFor();
    expect(await publicPage()).not.toContain('Lifeboat');
    const orphans = await trpcClient(server.address, server.adminToken).pricing.features.list.query({});
    expect(orphans.filter(({ text }) => text === 'Oars for four')).toEqual([]);
  });
});

describe('two admins', () => {
  test('the second save shows the differences and keeps the input', async () => {
    const api = trpcClient(server.address, server.adminToken);
    await screen('promo');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const form = panel('Edit Promotion Detail').or(page.getByRole('dialog'));
    await form.getByLabel('Title', { exact: true }).fill('Mine');
    const [promo] = await api.promo.heading.list.query({});
    if (!promo) throw new Error('The sample has no promotion');
    await api.promo.heading.save.mutate({
      id: promo.id,
      version: promo.version,
      values: { ...promo, title: 'Theirs' },
    });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Theirs').first().waitFor();
    expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine');
    await form.getByRole('button', { name: 'Save mine anyway' }).click();
    await form.waitFor({ state: 'hidden' });
    expect((await api.promo.heading.list.query({}))[0]?.title).toBe('Mine');
  });
});

test('the browser logged no error', () => {
  expect(problems).toEqual([]);
});
