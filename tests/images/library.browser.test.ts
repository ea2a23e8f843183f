import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageHash } from '../../contract/image-hash.ts';
import { maxImageBytes } from '../../contract/images.ts';
import { images } from '../../db/schema/images.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { picture } from '../fixture/office-and-visitor.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let visitor: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  ({ page: visitor } = await openPage(browser));
  await signInAsAdmin(page, server);
  office = backOffice(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const api = () => trpcClient(server.address, server.adminToken);
const toast = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first();
const card = (name: string | RegExp) => page.getByRole('list', { name: 'Pictures' }).getByRole('button', { name });
const focalPoint = () => page.getByRole('slider', { name: 'Focal point' });

/** The first member of the team, with the address of their form. */
async function member() {
  const [first] = await api().team.members.list.query({});
  if (!first) throw new Error('the sample has a team');
  return { ...first, address: `team?list=${first.parentId}&row=${first.id}` };
}

/** A photo of 12 million pixels from a camera held upright: lying pixels, red where the upright photo has its top left corner. */
async function phonePhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  const red = { create: { width: 800, height: 800, channels: 3, background: '#f00' } } as const;
  const buffer = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#000', noise } })
    .composite([{ input: red, left: 0, top: 3024 - 800 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'IMG_2041.jpeg', mimeType: 'image/jpeg', buffer };
}

test('a photo from a phone arrives upright and small enough, under its name', async () => {
  const { address } = await member();
  const photo = await phonePhoto();
  expect(photo.buffer.length).toBeGreaterThan(2 * maxImageBytes);
  await office.screen(address, 'Team Member Detail');
  const form = office.panel('Team Member List');
  await form.locator('input[type=file]').setInputFiles(photo);
  await form.getByText('Preparing IMG_2041.jpeg …').waitFor();
  await form.getByText('Not described yet').waitFor();
  await form.getByText(/Preparing|Uploading/).waitFor({ state: 'hidden' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await toast('Save Succesfull').waitFor();

  const hash = imageHash((await member()).photo ?? '');
  const [stored] = await server.deps.db.select().from(images).where(eq(images.hash, hash));
  expect(stored).toMatchObject({ fileName: 'IMG_2041.jpg', format: 'jpeg', width: 920 });
  expect(stored?.height).toBeCloseTo((920 * 4032) / 3024, -1);
  const file = sharp(stored?.bytes);
  expect((await file.metadata()).orientation).toBe(undefined);
  const { data } = await file
    .extract({ left: 40, top: 40, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 255] = data;
  expect(red - green).toBeGreaterThan(150);
  expect(stored?.bytes.length).toBeLessThanOrEqual(maxImageBytes);
});

test('the focal point is set by mouse and by keyboard, and holds in every width of the page', async () => {
  const { address, photo } = await member();
  await office.screen(address, 'Team Member Detail');
  await page.getByRole('button', { name: 'Crop and description of Profile Photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop and description' });
  await expect.poll(async () => (await focalPoint().boundingBox())?.height ?? 0).toBeGreaterThan(100);
  const box = await focalPoint().boundingBox();
  if (!box) throw new Error('no picture');
  await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.1);
  await expect.poll(() => focalPoint().getAttribute('aria-valuetext')).toBe('20 % from the left, 10 % from the top');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  expect(await focalPoint().getAttribute('aria-valuetext')).toBe('18 % from the left, 20 % from the top');
  const shape = dialog.getByRole('list', { name: 'How the page crops the picture' }).locator('img');
  expect(await shape.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('18% 20%');
  await expectAccessible(page);
  await dialog.getByLabel('Alternative text').fill('Ines at the harbour');
  await dialog.getByRole('button', { name: 'Save crop and description' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  // Esc has closed neither the panel nor its form.
  await office.panel('Team Member List').getByText('“Ines at the harbour”').waitFor();
  await visitor.goto(server.address);
  const shown = visitor.locator(`#team img[src*="${photo}"]`);
  for (const width of [390, 768, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    expect(await shown.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('18% 20%');
  }
  expect(await shown.getAttribute('alt')).toBe('Ines at the harbour');

  await page.getByRole('button', { name: 'Crop and description of Profile Photo' }).click();
  await dialog.getByLabel('Decorative: no text').check();
  await focalPoint().press('Home');
  await dialog.getByRole('button', { name: 'Save crop and description' }).click();
  await office.panel('Team Member List').getByText('Decorative: no text').waitFor();
  await visitor.reload();
  expect([await shown.getAttribute('alt'), await shown.getAttribute('style')]).toEqual([
    '',
    expect.not.stringContaining('position'),
  ]);
});

test('the library finds a picture by its place, replaces it everywhere, and Undo brings it back', async () => {
  const { photo, firstName, lastName } = await member();
  await office.screen('pictures', 'Pictures');
  await page.getByLabel('Search').fill(`${firstName} ${lastName}`);
  await expect.poll(() => card(/^Open/).count()).toBe(1);
  await expectAccessible(page);
  await card(/^Open IMG_2041.jpg/).press('Enter');
  const panel = office.panel('IMG_2041.jpg');
  await panel.getByRole('list', { name: 'Where used' }).getByRole('link', { name: firstName }).waitFor();
  await panel.getByText('A picture that the page uses cannot be deleted.').waitFor();
  await expectAccessible(page);

  await panel.locator('input[type=file]').setInputFiles({ ...(await picture('jpeg', '#a63')), name: 'new.jpg' });
  await toast('Replaced in 1 place.').waitFor();
  await office.panel('new.jpg').waitFor();
  expect((await member()).photo).not.toBe(photo);
  await toast('Replaced').getByRole('button', { name: 'Undo' }).click();
  await toast('Undone.').waitFor();
  expect((await member()).photo).toBe(photo);
  await page.keyboard.press('Escape');
  await office.panel('new.jpg').waitFor({ state: 'hidden' });
});

test('a picture of the library is chosen in a form, without an upload', async () => {
  const { address } = await member();
  await office.screen(address, 'Team Member Detail');
  const form = office.panel('Team Member List');
  await form.getByRole('button', { name: 'Profile Photo: Choose from library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByLabel('Search').fill('new.jpg');
  await expect.poll(() => card(/^Choose/).count()).toBe(1);
  await expectAccessible(page);
  await card(/^Choose new.jpg/).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const hash = (await api().images.list.query({ text: 'new.jpg' })).rows[0]?.hash;
  expect(await form.getByRole('img', { name: /stored$/ }).getAttribute('src')).toContain(hash);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await member()).photo).toBe(hash);
});

test('unused pictures are removed after a question with their number and size; used ones stay', async () => {
  for (const background of ['#123', '#456']) {
    const form = new FormData();
    const { buffer, name, mimeType } = await picture('png', background);
    form.append('slot', 'background');
    form.append('file', new File([new Uint8Array(buffer)], name, { type: mimeType }));
    const headers = { authorization: `Bearer ${server.adminToken}` };
    expect((await fetch(`${server.address}/api/images`, { method: 'POST', body: form, headers })).status).toBe(200);
  }
  const { count: before } = await api().images.list.query({});
  await server.deps.db.update(images).set({ createdAt: new Date(0) });
  await office.screen('pictures', 'Pictures');
  await page.getByRole('button', { name: 'Remove unused' }).click();
  const question = page.getByRole('dialog', { name: 'Remove 2 unused pictures?' });
  await question.getByText(/^\d+ kB with all sizes/).waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await toast('2 pictures removed.').waitFor();
  expect((await api().images.list.query({})).count).toBe(before - 2);
  expect(problems).toEqual([]);
});

test.each([
  ['a WebP picture becomes a JPEG', 'team', 'Team Member List', 'photo.webp', 'webp', 'jpeg'],
  ['a large PNG where only PNG goes becomes a smaller one', 'company', 'Edit Company Detail', 'mark.png', 'png', 'png'],
] as const)('%s', async (_name, path, panel, name, format, stored) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const drawing = sharp({ create: { width: 1000, height: 700, channels: 3, background: '#000', noise } });
  const file = { name, mimeType: `image/${format}`, buffer: await drawing.toFormat(format).toBuffer() };
  // Another page: the test leaves the form unsaved.
  const other = await page.context().newPage();
  const back = backOffice(other, server);
  if (path === 'team') await back.screen((await member()).address, 'Team Member Detail');
  else {
    await back.screen(path, 'Company Detail');
    await back.open('Edit', panel);
  }
  await back.panel(panel).locator('input[type=file]').first().setInputFiles(file);
  const text = name.replace(/\..*/, '');
  await expect.poll(async () => (await api().images.list.query({ text, isUnused: true })).count).toBe(1);
  const [kept] = (await api().images.list.query({ text, isUnused: true })).rows;
  expect(kept?.format).toBe(stored);
  expect(kept?.size).toBeLessThanOrEqual(maxImageBytes);
  await other.close();
});
