import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { failCalls, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { makeStatusScene } from './scene.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  await makeStatusScene(server);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a draft about an offline server is published with a first update, resolved with another, and visitors read both', async () => {
  const api = trpcClient(server.address, server.adminToken);
  // The sweep runs every five seconds.
  await expect.poll(async () => (await api.status.incidents.query()).length, { timeout: 20_000 }).toBe(1);
  await backOffice(page, server).screen('status-page', 'Status page');
  await button('Nightly backup of the picture archive is offline').click();
  await button('Publish').click();
  await page.getByText('Text is required').waitFor();
  expect(await field('First update').evaluate((element) => element === document.activeElement)).toBe(true);
  await expectAccessible(page, { part: '[role=dialog]' });
  await field('Title').fill('Backups are late');
  await field('First update').fill('The disk is full.\nWe add another one.');
  await button('Publish').click();
  await page.getByRole('row', { name: /Backups are late.*Investigating/ }).waitFor();
  await expectAccessible(page);

  const visitor = await openPage(browser, { javaScriptEnabled: false });
  await visitor.page.goto(`${server.address}/status`);
  const current = visitor.page.getByRole('region', { name: 'Incidents', exact: true });
  await current.getByRole('heading', { name: 'Backups are late' }).waitFor();
  await current.getByText('Servers: Nightly backup of the picture archive').waitFor();

  await button('Backups are late').click();
  await page
    .getByRole('textbox', { name: 'State' })
    .or(page.getByRole('combobox', { name: 'State' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await field('Next update').fill('There is room again.');
  await button('Post update').click();
  await page.getByRole('row', { name: /Backups are late.*Resolved/ }).waitFor();
  await visitor.page.reload();
  const past = visitor.page.getByRole('region', { name: 'Past incidents' });
  await past.getByText('There is room again.').waitFor();
  await past.getByText('The disk is full.').waitFor();
  const scripted = await openPage(browser);
  await scripted.page.goto(`${server.address}/status`);
  await expectAccessible(scripted.page);
  expect([...problems, ...visitor.problems, ...scripted.problems]).toEqual([]);
});

test('an incident that is not saved asks before it is lost', async () => {
  await button('New incident').click();
  await field('Title').fill('Slow mails');
  await button('Close New incident').click();
  await page.getByText('Leave without saving?').waitFor();
  await button('Cancel').click();
  expect(await field('Title').inputValue()).toBe('Slow mails');
  await button('Save as draft').click();
  await page.getByRole('row', { name: /Slow mails.*Draft/ }).waitFor();
  await button('Slow mails').click();
  await button('Discard this draft').click();
  await button('Discard').click();
  await button('Slow mails').waitFor({ state: 'detached' });
});

test('an update that fails keeps the input, and the next attempt publishes the same incident', async () => {
  await button('New incident').click();
  await field('Title').fill('Maps are grey');
  await field('First update').fill('We look into it.');
  const mend = await failCalls(page, 'status.post');
  await button('Publish').click();
  await page.getByRole('alert').first().waitFor();
  expect(await field('First update').inputValue()).toBe('We look into it.');
  await mend();
  await button('Publish').click();
  await page.getByRole('row', { name: /Maps are grey.*Investigating/ }).waitFor();
  expect(await page.getByRole('row', { name: /Maps are grey/ }).count()).toBe(1);
});
