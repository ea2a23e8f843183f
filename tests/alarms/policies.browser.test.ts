import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  const api = trpcClient(server.address, server.adminToken);
  await api.alarms.channels.save.mutate({ kind: 'email', name: 'Night team', target: 'night@harbour.example' });
  await api.health.register.mutate({ name: 'Shop' });
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const step = (place: number) => page.getByRole('group', { name: `Step ${place}` });
async function choose(within: ReturnType<typeof step>, label: string, option: string) {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Escape');
}

test('a policy is entered in steps, says what they mean, and keeps what was typed after a problem', async () => {
  await backOffice(page, server).screen('alarm-policies', 'Alarm policies');
  await page.getByText('Without a policy everyone is notified at once.').waitFor();
  await button('New policy').press('Enter');
  await page.getByText('At once: contacts and channels of the server.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Night');
  await button('Add step').press('Enter');
  await button('Save').click();
  await page.getByText('Choose who is notified').waitFor();
  const notify = step(2).getByRole('combobox', { name: 'Notify' });
  expect(await notify.evaluate((input) => input === document.activeElement)).toBe(true);
  await choose(step(2), 'Notify', 'Night team');
  await page.getByText('At once: contacts and channels of the server. After 10 min: Night team.').waitFor();
  await button('Move step 2 up').press('Enter');
  await button('Save').click();
  await page.getByText('Each step must come after the one before').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Night');
  await button('Move step 1 down').press('Enter');
  await page.getByRole('switch', { name: 'Quiet hours' }).press('Space');
  const scopes = page.getByRole('combobox', { name: 'Servers' });
  await scopes.fill('Sho');
  await page.getByRole('option', { name: 'Shop' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page, { part: '[role=dialog]' });
  await button('Save').click();
  await page.getByRole('row', { name: /Night.*After 10 min: Night team\..*Shop.*22:00 to 07:00/ }).waitFor();
  await expectAccessible(page);
});

test('two policies cannot apply to the same server, and the message stands at the field', async () => {
  await button('New policy').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Second');
  await page.getByRole('combobox', { name: 'Servers' }).fill('Sho');
  await page.getByRole('option', { name: 'Shop' }).click();
  await page.keyboard.press('Escape');
  await button('Save').click();
  const form = page.getByRole('form', { name: 'New policy' });
  await form.getByText('Shop has the policy Night already').waitFor();
  await button('Cancel').click();
});

test('a policy for all servers asks which one takes part in fire drills', async () => {
  await button('New policy').click();
  const form = page.getByRole('form', { name: 'New policy' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Everywhere');
  await form.getByRole('combobox', { name: 'Servers' }).fill('All');
  await page.getByRole('option', { name: 'All servers' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('combobox', { name: 'Server in fire drills' }).fill('Sho');
  await page.getByRole('option', { name: 'Shop' }).click();
  await expectAccessible(page, { part: '[role=dialog]' });
  await button('Save').click();
  await page.getByRole('row', { name: /Everywhere/ }).waitFor();
  await button('Everywhere').click();
  await button('Start a fire drill').click();
  await page.getByText(/to answer: contacts and channels of Shop\. SMS/).waitFor();
  await page
    .getByRole('dialog', { name: /Start a fire drill/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await button('Cancel').click();
});

test('a fire drill leads to its page', async () => {
  await button('Night').click();
  await button('Start a fire drill').click();
  await page.getByText(/gets a test.*: contacts and channels of Shop, Night team\. SMS/).waitFor();
  await button('Start').click();
  await page.getByRole('heading', { level: 1, name: 'Incident 1' }).waitFor();
  await page.getByText('Fire drill of the policy Night').first().waitFor();
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});
