import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../channels/setup.ts';
import { closeServers, localName } from '../checks/setup.ts';
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
  const variables = { SAMPLE_CONTENT: 'off', CHECK_PRIVATE_NETWORKS: 'on' };
  [server, browser] = await Promise.all([startTestServer(variables), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  closeServers();
  await browser.close();
  await server.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const api = () => trpcClient(server.address, server.adminToken);
/** Chooses a kind by keyboard. */
async function chooseKind(name: string) {
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('a channel is added, tested and proven with the code that arrives', async () => {
  const receiver = await startReceiver();
  const target = `${receiver.address.replace(localName, '127.0.0.1')}/hook`;
  await backOffice(page, server).screen('channels', 'Channels');
  await page.getByText('There are no channels yet.').waitFor();
  await button('New channel').press('Enter');
  await page.getByRole('dialog', { name: 'New channel' }).waitFor();
  await chooseKind('Webhook');
  await page.getByRole('textbox', { name: 'Name' }).fill('Pager');
  await page.getByRole('textbox', { name: 'URL' }).fill('pager.example.com');
  await button('Save').click();
  const form = page.getByRole('form', { name: 'New channel' });
  await form.getByText('The address must be like https://example.com/hooks/alarms').waitFor();
  expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('pager.example.com');
  await expectAccessible(page, { part: '[role=dialog]' });
  await page.getByRole('textbox', { name: 'URL' }).fill(target);
  await button('Save').click();
  await page.getByRole('row', { name: /Pager.*not proven/ }).waitFor();
  await expectAccessible(page);

  await button('Pager').click();
  await button('Send a test to Pager').click();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  const code = /code is (\d{6})/.exec(receiver.received[0]?.body ?? '')?.[1] ?? '';
  const input = page.getByRole('textbox', { name: 'Did it arrive? Enter its code' });
  await input.fill('no code');
  await button('Confirm').click();
  await page.getByRole('dialog').getByText('This is not the code of the last test of this channel').waitFor();
  await input.fill(code);
  await page.keyboard.press('Enter');
  await input.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Pager.*proven \d+ sec\. ago/ }).waitFor();
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});

test('the channels of a contact are added and ordered by keyboard', async () => {
  const account = await api().telephony.clients.save.mutate({
    values: {
      twilioPhoneNumber: '+15007770001',
      phoneNumber: '+15007770099',
      projectName: 'Harbour',
      isActive: true,
      isDefault: true,
      accountSid: `AC${'a'.repeat(32)}`,
      authToken: 'b'.repeat(32),
    },
  });
  const contact = await api().telephony.contacts.save.mutate({
    parentId: account.id,
    values: { friendlyName: 'Night shift', twilioPhoneNumber: '+15005551001', isActive: true },
  });
  await page.goto(`${server.address}/#/admin/twilioclientcontact/${account.id}?edit=${contact.id}`);
  const channels = page.getByRole('region', { name: 'Channels' });
  for (const [kind, address] of [
    ['SMS', null],
    ['E-mail', 'night@example.com'],
  ] as const) {
    await channels.getByRole('button', { name: 'Add channel' }).click();
    await chooseKind(kind);
    if (address !== null) await channels.getByRole('textbox', { name: 'E-mail address' }).fill(address);
    await channels.getByRole('button', { name: 'Save' }).click();
    await channels.getByRole('button', { name: 'Add channel' }).waitFor();
  }
  await expectAccessible(page, { part: '[role=dialog]' });
  await channels.getByRole('button', { name: 'Move E-mail up' }).press('Enter');
  await channels.getByText('1. E-mail').waitFor();
  expect((await api().alarms.channels.list.query({ contactId: contact.id })).map(({ kind }) => kind)).toEqual([
    'email',
    'sms',
  ]);
});
