import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeTwilio, startFakeTwilio } from '../fakes/twilio.ts';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let twilio: FakeTwilio;
let server: TestServer;
let browser: Browser;
let credentials: { accountSid: string; authToken: string };
let account: number;
beforeAll(async () => {
  twilio = await startFakeTwilio();
  credentials = twilio.addAccount();
  const variables = { TWILIO_API_BASE: twilio.url, PUBLIC_URL: 'http://harbour.example' };
  [server, browser] = await Promise.all([startTestServer(variables), launchBrowser()]);
  twilio.tunnel = { from: variables.PUBLIC_URL, to: server.address };
  const { telephony } = trpcClient(server.address, server.adminToken);
  const values = {
    twilioPhoneNumber: '+15007770001',
    phoneNumber: '+15007770099',
    projectName: 'Ferry',
    isActive: true,
    isDefault: true,
    ...credentials,
  };
  const person = { firstName: 'Mira', lastName: 'Holt', userName: 'mira', password: 'tide table' };
  account = (await telephony.clients.create.mutate({ values: { ...values, ...person } })).id;
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await twilio.stop();
});

async function open(path: string): Promise<Page> {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 1000 } });
  page.on('close', () => expect(problems).toEqual([]));
  if (path.startsWith('admin:')) await signInAsAdmin(page, server);
  await page.goto(`${server.address}/#/${path.replace('admin:', '')}`);
  return page;
}

async function signInAsClient(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('mira');
  await page.getByRole('textbox', { name: 'Password' }).fill('tide table');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Manage Client Contact Detail' }).waitFor();
}

describe('as Admin', () => {
  test('adds a client with a user, edits it, and cannot delete the default client', async () => {
    const page = await open('admin:admin/twilioclient');
    await page.getByRole('heading', { level: 1, name: 'Manage Client Detail' }).waitFor();
    await page.getByRole('button', { name: 'Delete Mira Holt - Ferry' }).click();
    await page.getByText('You Cannot Delete Default Number.').waitFor();

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Add New Client' });
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('First Name is required').waitFor();
    const fields = {
      'First Name': 'Tom',
      'Last Name': 'Reed',
      'User Name': 'tom',
      'Twilio Phone Number': '+1 500 777-0002',
      'Project Name': 'Quay',
      AccountSID: `AC${'1'.repeat(32)}`,
      'Phone Number': '+15007770098',
    };
    for (const [label, value] of Object.entries(fields)) await panel.getByLabel(label, { exact: true }).fill(value);
    await panel.locator('input[type=password]').nth(0).fill('long enough');
    await panel.locator('input[type=password]').nth(1).fill('a-token-nobody-knows');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Client details saved successfully').waitFor();
    await page.getByRole('cell', { name: 'Tom Reed', exact: true }).waitFor();
    // The background check reports that the provider does not know this account.
    await page.getByText(/Twilio refuses the credentials of Quay/).waitFor();

    await page.getByRole('button', { name: 'Edit Tom Reed - Quay' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Client Info' });
    await edit.getByText('Twilio refuses these credentials').waitFor();
    await expect(edit.getByRole('textbox', { name: 'AuthToken' }).inputValue()).resolves.toBe('********');
    expect(await accessibilityProblems(page)).toEqual([]);
    await edit.getByLabel('Project Name').fill('Quays');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Quays', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Tom Reed - Quays' }).click();
    await page.getByText('Are you sure want to delete?').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Delete Succesfull').waitFor();
    await page.getByRole('cell', { name: 'Tom Reed', exact: true }).waitFor({ state: 'hidden' });
    await page.close();
  }, 60_000);

  test('selects a client, adds a contact and sends a test message', async () => {
    const page = await open('admin:admin/twilioclientcontact');
    await page.getByLabel('Client/Project Name').selectOption({ label: 'Mira Holt - Ferry' });
    await page.waitForURL(`**/#/admin/twilioclientcontact/${account}`);
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    const panel = page.getByRole('dialog', { name: 'Add Client Contact Info' });
    await panel.getByLabel('Twilio Phone Number').fill('12');
    await panel.getByLabel('Friendly Name').fill('Harbour master');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(/must be in international form/).waitFor();
    await panel.getByLabel('Twilio Phone Number').fill('+1 500 555 1001');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Contact added successfull').waitFor();
    await page.getByRole('button', { name: 'Send a test message to Harbour master' }).click();
    const test = page.getByRole('dialog', { name: 'Send Test Message' });
    await test.getByRole('textbox', { name: 'Message' }).fill('The harbour is open €');
    await test.getByText('22 characters in GSM-7: 1 segment').waitFor();
    await test.getByRole('button', { name: 'Send', exact: true }).click();
    await test.getByText('Twilio has accepted the message.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(twilio.messages.map(({ to, body }) => [to, body])).toEqual([['+15005551001', 'The harbour is open €']]);
    await twilio.progress(twilio.messages[0]?.sid ?? '', 'delivered');
    await test.getByText('Status: delivered').waitFor();
    await page.close();
  }, 60_000);

  test('searches the log and opens the provider’s response', async () => {
    const page = await open('admin:admin/twilio-log');
    await page.getByRole('cell', { name: '+15005551001', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'To Number' }).fill('+15009');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No messages match.').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('cell', { name: 'delivered', exact: true }).waitFor();
    await page.getByRole('button', { name: 'View the response of the message to +15005551001' }).click();
    const panel = page.getByRole('dialog', { name: 'Twilio Response' });
    await panel.getByText('MessageStatus').waitFor({ state: 'hidden' });
    await panel.getByText('response', { exact: true }).click();
    // The newest answer is the status callback.
    await panel.getByText('MessageStatus').waitFor();
    await panel.getByText('The harbour is open €', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  }, 60_000);

  test('reads in words why a message did not arrive, in the log and in both panels', async () => {
    const { telephony } = trpcClient(server.address, server.adminToken);
    const values = { twilioPhoneNumber: '+15005551002', friendlyName: 'Lock keeper', isActive: true };
    const { id } = await telephony.contacts.save.mutate({ parentId: account, values });
    await telephony.contacts.sendTest.mutate({ contactId: id, text: 'Please call back', requestId: 'request-1' });
    const page = await open('admin:admin/twilio-log');
    await page.getByRole('cell', { name: 'queued', exact: true }).waitFor();
    const sent = twilio.messages.find(({ to }) => to === '+15005551002');
    await twilio.progress(sent?.sid ?? '', 'undelivered', { code: 30003, message: 'Unreachable' });
    await page.reload();
    const reason = 'The phone is switched off or out of reach. (Twilio error 30003)';
    await page.getByRole('cell', { name: `undelivered ${reason}`, exact: true }).waitFor();
    // The window is 1440 px wide: the whole row shows, without a horizontal scroll.
    const table = page.getByRole('region', { name: 'Twilio Logs' });
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    for (const [kind, title] of [
      ['response', 'Twilio Response'],
      ['error', 'Error Message'],
    ] as const) {
      await page.getByRole('button', { name: `View the ${kind} of the message to +15005551002` }).click();
      const panel = page.getByRole('dialog', { name: title });
      await panel.getByText(reason).waitFor();
      await panel.getByText('Please call back', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
    }
    await page.close();
  }, 60_000);

  test('finds in three clicks why a client did not get a message, and sends the message again', async () => {
    const page = await open('admin:admin');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('link', { name: 'Twilio Logs' }).click();
    await page.getByText('Not delivered 1').click();
    await page.waitForURL('**/#/admin/twilio-log?outcome=failed');
    await page.getByRole('link', { name: 'Lock keeper' }).click();
    await page.getByText('The phone is switched off or out of reach. (Twilio error 30003)').first().waitFor();
    await page.getByText('Call the person, then send again: the phone may be switched off.').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Queued for Lock keeper' }).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('link', { name: /^Sent again on/ }).waitFor();
    await expect.poll(() => twilio.messages.filter(({ to }) => to === '+15005551002').length).toBe(2);
    await page.goBack();
    // Back keeps the filters.
    await page.getByRole('link', { name: 'Lock keeper' }).waitFor();
    expect(await page.getByRole('cell', { name: 'delivered', exact: true }).count()).toBe(0);
    await page.close();
  }, 60_000);

  test('searches anywhere, saves a view, hides a column, and finds both after a reload', async () => {
    const page = await open('admin:admin/twilio-log');
    await page.getByRole('textbox', { name: 'Search anywhere' }).fill('keeper');
    await page.getByRole('status').filter({ hasText: '2 messages' }).waitFor();
    await page.waitForURL('**/#/admin/twilio-log?text=keeper');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('The lock');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'The lock', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'AccountSID' }).click();
    await page.getByRole('columnheader', { name: 'AccountSID' }).waitFor({ state: 'hidden' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto('about:blank');
    await page.goto(`${server.address}/#/admin/twilio-log`);
    await page.getByRole('cell', { name: '+15005551001', exact: true }).first().waitFor();
    expect(await page.getByRole('columnheader', { name: 'AccountSID' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'The lock', exact: true }).click();
    await page.getByRole('status').filter({ hasText: '2 messages' }).waitFor();
    await page.getByRole('button', { name: 'Costs' }).click();
    await page.getByRole('dialog', { name: 'Costs' }).getByRole('cell', { name: 'Ferry' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  }, 60_000);

  test('sees the limits of a client and changes them', async () => {
    const page = await open('admin:admin/twilioclient');
    await page.getByRole('button', { name: 'Edit Mira Holt - Ferry' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Client Info' });
    await panel.getByText('0 of 50 test messages used today, 0 of 1,000 relayed messages used today (UTC).').waitFor();
    await panel.getByLabel('Test Messages per Day').fill('1');
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Client details saved successfully').waitFor();
    await page.close();
  }, 60_000);
});

describe('as a client', () => {
  let page: Page;
  beforeEach(async () => {
    page = await open('login');
    await signInAsClient(page);
  });

  test('starts at its own contacts, without a select or other clients’ contacts, whatever the URL says', async () => {
    expect(page.url()).toContain(`/admin/twilioclientcontact/${account}`);
    await page.goto(`${server.address}/#/admin/twilioclientcontact/999`);
    await page.getByRole('cell', { name: 'Harbour master', exact: true }).waitFor();
    expect(await page.getByLabel('Client/Project Name').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit Harbour master' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Client Contact Info' });
    await panel.getByLabel('Friendly Name').fill('Harbour office');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Harbour office', exact: true }).waitFor();
    await page.close();
  }, 60_000);

  test('sees the limit of its test messages, and why a further one is not sent', async () => {
    await page.getByRole('button', { name: 'Send a test message to Harbour' }).click();
    const test = page.getByRole('dialog', { name: 'Send Test Message' });
    await test.getByText('0 of 1 test messages used today.').waitFor();
    await test.getByRole('textbox', { name: 'Message' }).fill('One');
    await test.getByRole('button', { name: 'Send', exact: true }).click();
    await test.getByText('1 of 1 test messages used today.').waitFor();
    await test.getByRole('textbox', { name: 'Message' }).fill('Two');
    await test.getByRole('button', { name: 'Send', exact: true }).click();
    await test.getByText('The limit of 1 test messages a day is reached.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  }, 60_000);

  test('sees its own log and cannot open the accounts', async () => {
    await page.goto(`${server.address}/#/admin/twilio-log`);
    await page.getByRole('cell', { name: '+15005551001', exact: true }).first().waitFor();
    expect(await page.getByLabel('Client/Project Name').count()).toBe(0);
    await page.goto(`${server.address}/#/admin/twilioclient`);
    await page.getByRole('heading', { level: 1, name: 'Manage Client Contact Detail' }).waitFor();
    await page.close();
  }, 60_000);
});
