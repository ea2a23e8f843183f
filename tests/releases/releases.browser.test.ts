import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, context, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
  office = backOffice(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const api = () => trpcClient(server.address, server.adminToken);
const name = 'Spring offer';
const choice = () => page.getByRole('button', { name: /where your changes go/ });
const bar = () => page.getByRole('region', { name: 'Release', exact: true });
const toast = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const publicPage = async () => (await fetch(`${server.address}/`)).text();

/** Opens the screen of the release. */
async function openRelease(): Promise<void> {
  const [release] = await api().releases.list.query();
  await office.screen(`releases/${release?.id}`, name);
}

test('a new release from the header takes every edit of the content, and visitors see none of them', async () => {
  const before = await publicPage();
  await office.screen('priceplan', 'Plan Detail');
  expect(await choice().textContent()).toBe('Live');
  // The first press loads the menu; the focus goes into it, and with Esc back to the button.
  const hasFocus = (button: Element) => button === document.activeElement;
  await choice().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('menuitemradio', { name: /Live/ }).evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => choice().evaluate(hasFocus)).toBe(true);
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await page.reload();
  await choice().click();
  await page.getByRole('menuitem', { name: 'New release…' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await bar().getByText(`You edit the release ${name}. Visitors do not see these changes.`).waitFor();
  await expect.poll(() => choice().evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);

  const plans = await office.open('Plan Details', 'Edit Price Plan Detail');
  await plans.getByText(`In the release ${name}. Visitors do not see these changes.`).waitFor();
  await plans.getByRole('button', { name: 'Edit Dinghy' }).click();
  await expect.poll(() => plans.getByLabel('Title', { exact: true }).inputValue()).toBe('Dinghy');
  await plans.getByLabel('Cost').fill('€ 19');
  await plans.getByRole('button', { name: `Save to ${name}` }).click();
  await toast(`Saved to “${name}”. Visitors do not see it yet.`);
  await plans
    .getByRole('row', { name: /Dinghy/ })
    .getByText('Changed')
    .waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });

  await office.screen('team', 'Team Member Detail');
  const team = await office.open('Members', 'Team Member List');
  await office.add(team);
  await team.getByLabel('First Name').fill('Ada');
  await team.getByLabel('Last Name').fill('Field');
  await team.getByLabel('Designation').fill('Keeper');
  await team.getByLabel('Description').fill('Keeps the light.');
  await team.getByRole('button', { name: `Save to ${name}` }).click();
  await team.getByRole('row', { name: /Ada/ }).getByText('New', { exact: true }).waitFor();
  expect(await publicPage()).toBe(before);
  expect((await api().team.members.list.query({})).map(({ firstName }) => firstName)).not.toContain('Ada');
});

test('a reload keeps the choice, other screens do not mention it, and Live shows the page’s own rows', async () => {
  await page.reload();
  await office.screen('priceplan', 'Plan Detail');
  await bar().getByText('2 changes').waitFor();
  await office.screen('subscribe', 'Subscribe Detail');
  await page.getByText('The list of subscribers is not part of a release').waitFor();
  await office.screen('jobs', 'Jobs');
  expect([await bar().count(), await choice().count()]).toEqual([0, 0]);
  await office.screen('priceplan', 'Plan Detail');
  await bar().getByRole('button', { name: 'Back to Live' }).click();
  await bar().waitFor({ state: 'hidden' });
  const plans = await office.open('Plan Details', 'Edit Price Plan Detail');
  await plans.getByRole('row', { name: /Dinghy/ }).waitFor();
  expect(await plans.getByText('€ 19').count()).toBe(0);
  await office.add(plans);
  await plans.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await plans.locator('form').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await choice().click();
  await page.getByRole('menuitemradio', { name: /Spring offer/ }).click();
  await bar().waitFor();
});

test('the preview shows the page with the release, and a preview link shows the page to people without an account', async () => {
  await office.screen('priceplan', 'Plan Detail');
  await bar().getByRole('link', { name: 'Preview' }).click();
  const frame = page.frameLocator(`iframe[title="The page with “${name}”"]`);
  await frame.getByText('€ 19').first().waitFor({ state: 'attached' });
  await page.getByText('Live', { exact: true }).click();
  const live = page.frameLocator('iframe[title="The page as visitors see it"]');
  await live.getByText('Dinghy').first().waitFor({ state: 'attached' });
  // The frame has its new title before its new content.
  await expect.poll(() => live.getByText('€ 19').count()).toBe(0);
  await page.getByRole('button', { name: 'Share a preview link' }).click();
  const url = await page.getByRole('textbox', { name: 'Preview link' }).inputValue();
  const link = page.getByRole('textbox', { name: 'Preview link' });
  await expect.poll(() => link.evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessible(page);

  const visitor = await openPage(browser);
  await visitor.page.goto(url);
  await visitor.page.getByText('€ 19').first().waitFor();
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByRole('button', { name: /^Withdraw/ }).waitFor({ state: 'hidden' });
  expect((await visitor.page.goto(url))?.status()).toBe(410);
  await visitor.context.close();
});

test('the schedule says the time in words, refuses a time that the clocks skip, and can be taken back', async () => {
  await office.screen('priceplan', 'Plan Detail');
  await bar().getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: `Schedule: ${name}` });
  await dialog.getByLabel('Date').fill('2031-03-30');
  await dialog.getByLabel('Time', { exact: true }).fill('02:30');
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Ber');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await dialog.getByText(/there is no 02:30 on Sunday 30 March 2031/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Date').fill('2031-03-31');
  await dialog.getByLabel('Time', { exact: true }).fill('08:00');
  const words = 'Monday 31 March 2031, 08:00, Central European Summer Time (UTC+2)';
  await dialog.getByText(words).waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await bar().getByText(`Goes live ${words}.`).waitFor();
  await office.screen('releases', 'Releases');
  await page.getByText(`Scheduled for ${words}`).waitFor();
  await expectAccessible(page);
  await openRelease();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Take off the schedule' }).click();
  await page.getByText('Open', { exact: true }).waitFor();
});

test('a conflict is decided by keyboard, comments and single changes can be added and removed', async () => {
  const dinghy = (await api().pricing.plans.list.query({})).find(({ title }) => title === 'Dinghy');
  if (!dinghy) throw new Error('The sample has no Dinghy');
  await api().pricing.plans.save.mutate({ id: dinghy.id, values: { ...dinghy, cost: '€ 25' } });
  // The open screen reads the release again every 20 s.
  await page.reload();
  await openRelease();
  await page.getByRole('heading', { name: 'Decide before publishing' }).waitFor();
  await page.getByText('Cost of the plan “Dinghy” was changed on the page too.').waitFor();
  for (const value of [dinghy.cost, '€ 25', '€ 19']) expect(await page.getByText(value).count()).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Decide before publishing' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Decide before publishing' }).waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.id')).toBe('content');

  await page.getByRole('button', { name: 'Comment on plan “Dinghy”' }).click();
  await page.keyboard.type('Is this the price?');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('Is this the price?').waitFor();
  await page.getByRole('button', { name: 'Remove team member “Ada Field” from the release' }).click();
  await page.getByText('Ada Field', { exact: true }).waitFor({ state: 'hidden' });
  await expectAccessible(page, { part: '#content' });
});

test('publication: the confirmation names the changes, visitors see them, edits are live again, and Undo takes them back', async () => {
  await page.getByRole('button', { name: 'Publish now' }).click();
  const question = page.getByRole('dialog', { name: `Publish “${name}” now?` });
  await question.getByText('Visitors see its 1 change at once.').waitFor();
  await question.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByText(/^Published /)
    .first()
    .waitFor();
  await expect.poll(() => page.evaluate('sessionStorage.destination ?? null')).toBe(null);
  expect(await publicPage()).toContain('€ 19');
  // Without the notifications, which fade.
  await expectAccessible(page, { part: '#content' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Open', { exact: true }).waitFor();
  expect(await publicPage()).not.toContain('€ 19');
  await office.screen('priceplan', 'Plan Detail');
  expect(await choice().textContent()).toBe('Live');
});

test('a form whose release was published keeps its text, says why it cannot be saved, and continues on the live page', async () => {
  await choice().click();
  await page.getByRole('menuitemradio', { name: /Spring offer/ }).click();
  const form = await office.open('Edit', 'Edit PlanMaster Detail');
  await expect.poll(() => form.getByLabel('Title', { exact: true }).inputValue()).not.toBe('');
  await form.getByLabel('Title', { exact: true }).fill('Typed in the release');
  const [release] = await api().releases.list.query();
  await api().releases.publish.mutate({ id: release?.id ?? 0 });
  await form.getByRole('button', { name: `Save to ${name}` }).click();
  const alert = form.getByRole('alert').filter({ hasText: 'It takes no more changes.' });
  await alert.filter({ hasText: `The release “${name}” was published.` }).waitFor();
  expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed in the release');
  await expectAccessible(page, { part: '[role=dialog]' });
  await form.getByRole('button', { name: 'Continue on the live page' }).click();
  await form.getByRole('button', { name: 'Restore changes' }).click();
  expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed in the release');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  expect(await publicPage()).toContain('Typed in the release');
  expect(problems).toEqual([]);
  await context.close();
});
