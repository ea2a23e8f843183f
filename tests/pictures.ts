/**
 * `npm run docs:pictures`: takes the pictures of README and docs from a running product with the sample company; with
 * names as arguments (`npm run docs:pictures admin-plans`), only those pictures.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openPage, signInAsAdmin } from './fixture/browser.ts';
import { startTestServer } from './fixture/server.ts';
import { trpcClient } from './fixture/trpc.ts';
import { addSignedIn } from './fixture/users.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'pictures');
const desktop = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };

await mkdir(folder, { recursive: true });
const server = await startTestServer();
const browser = await launchBrowser();
const wanted = process.argv.slice(2);

async function take(name: string, options: BrowserContextOptions, show: (page: Page) => Promise<unknown>) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const { page, context } = await openPage(browser, { hasPreview: true, ...options });
  page.setDefaultTimeout(60_000);
  await show(page);
  // The network of the page editor is not always idle within the limit.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 80 });
  await context.close();
}

/** Changes of two people, for the pictures of the history; `admin-page-then` needs those of `admin-history`. */
async function changeContent() {
  const dana = trpcClient(server.address, (await addSignedIn(server.deps, 'Admin', { userName: 'Dana' })).token);
  const admin = trpcClient(server.address, server.adminToken);
  const [hero] = await dana.hero.heading.list.query({});
  const [first, second] = await dana.team.members.list.query({});
  const features = await dana.features.items.list.query({});
  if (!hero || !first || !second) throw new Error('no sample content');
  await dana.hero.heading.save.mutate({ id: hero.id, values: { ...hero, title: 'Light for every harbour' } });
  const from = features.map(({ id }) => id);
  await admin.features.items.reorder.mutate({ ids: from.toReversed(), from });
  const description = first.description.replace('nine years', 'eleven years');
  const values = { ...first, designation: 'Head of Front Desk', description };
  await dana.team.members.save.mutate({ id: first.id, values });
  const [plan] = await admin.pricing.plans.list.query({});
  if (plan) await admin.pricing.plans.save.mutate({ id: plan.id, values: { ...plan, title: `${plan.title} Plus` } });
  await dana.team.members.delete.mutate({ id: second.id });
}

/** A release with changes of two plans, one of which was changed on the page since; `admin-release` needs it too. */
async function makeRelease() {
  const robin = trpcClient(server.address, (await addSignedIn(server.deps, 'Admin', { userName: 'Robin' })).token);
  const { id: release } = await robin.releases.create.mutate({ name: 'Spring offer' });
  const [first, second] = await robin.pricing.plans.list.query({});
  if (!first || !second) throw new Error('no sample content');
  await robin.pricing.plans.save.mutate({ id: first.id, values: { ...first, cost: '$39 a month' }, release });
  await robin.pricing.plans.save.mutate({ id: second.id, values: { ...second, cost: '$99 a month' }, release });
  await robin.pricing.plans.save.mutate({ id: second.id, values: { ...second, cost: '$119 a month' } });
  const [change] = (await robin.releases.get.query({ id: release })).changes;
  const text = 'Is this the price we agreed on?';
  await robin.releases.comment.mutate({ id: release, changeId: change?.id ?? 0, text });
}

/** Lets the edits of the plans go to the release. */
async function chooseRelease(page: Page) {
  await page.goto(`${server.address}/#/admin/priceplan`);
  await page.getByRole('button', { name: /where your changes go/ }).click();
  await page.getByRole('menuitemradio', { name: /Spring offer/ }).click();
}

const landing = (page: Page) => page.goto(`${server.address}/`);

try {
  await take('landing-desktop', { viewport: desktop }, landing);
  await take('landing-phone', { viewport: phone, deviceScaleFactor: 2 }, landing);
  await take('landing-dark', { viewport: desktop, colorScheme: 'dark' }, async (page) => {
    await landing(page);
    await page.evaluate(`document.querySelector('#pricing').scrollIntoView()`);
    await page.waitForTimeout(500);
  });
  await take('admin-plans', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/priceplan`);
    await page.getByRole('button', { name: /^Plan Details/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(1000);
  });
  await take('admin-library', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/pictures`);
    await page.getByRole('button', { name: 'Open hero.jpg' }).waitFor();
    await page.waitForTimeout(1500);
  });
  await take('admin-pictures', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/pictures`);
    await page.getByRole('button', { name: 'Open hero.jpg' }).click();
    await page.getByRole('slider', { name: 'Focal point' }).click({ position: { x: 296, y: 70 } });
    await page.waitForTimeout(1500);
  });
  await take('admin-editor', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/page?section=pricing`);
    await page.getByRole('treeitem', { name: /^Ketch/ }).click();
    await page.waitForTimeout(3000);
  });
  await take('admin-editor-phone', { viewport: phone, deviceScaleFactor: 2, hasTouch: true }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/page?section=pricing`);
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.getByRole('treeitem', { name: /^Ketch/ }).waitFor();
    await page.waitForTimeout(1500);
  });
  await take('admin-theme', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/page?panel=theme`);
    await page.getByRole('radio', { name: /Warm/ }).check();
    await page.waitForTimeout(3000);
  });
  await take('admin-find', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/team`);
    await page.getByRole('button', { name: /Find anything/ }).click();
    await page.getByRole('combobox', { name: 'Find anything' }).fill('harbour');
    await page
      .getByRole('option', { name: /Low Harbour Theatre/ })
      .first()
      .waitFor();
    await page.waitForTimeout(1000);
  });
  await take('admin-history', { viewport: desktop }, async (page) => {
    await changeContent();
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/history`);
    await page.getByRole('button', { name: /changed Designation and Description/ }).click();
    await page.waitForTimeout(1000);
  });
  await take('admin-page-then', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/history`);
    await page.getByRole('button', { name: /changed Title of the introduction/ }).click();
    await page.getByRole('button', { name: 'Show the page after this change' }).click();
    await page.frameLocator('iframe').getByText('Light for every harbour').first().waitFor();
    await page.waitForTimeout(1500);
  });
  await take('admin-release-form', { viewport: desktop }, async (page) => {
    await makeRelease();
    await signInAsAdmin(page, server);
    await chooseRelease(page);
    await page.getByRole('button', { name: /^Plan Details/ }).click();
    await page.getByRole('dialog').getByText('Changed').first().waitFor();
    await page.getByRole('button', { name: 'Edit Dinghy' }).click();
    await page.waitForTimeout(1500);
  });
  await take('admin-release', { viewport: desktop }, async (page) => {
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/releases`);
    await page.getByRole('link', { name: 'Spring offer' }).click();
    await page.getByRole('heading', { name: 'Decide before publishing' }).waitFor();
    await page.waitForTimeout(1000);
  });
} finally {
  await browser.close();
  await server.stop();
}
