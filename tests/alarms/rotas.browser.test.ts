import { createServer } from 'node:http';
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
  const variables = { SAMPLE_CONTENT: 'off', CHECK_PRIVATE_NETWORKS: 'on' };
  [server, browser] = await Promise.all([startTestServer(variables), launchBrowser()]);
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } }));
  const api = trpcClient(server.address, server.adminToken);
  const account = await api.telephony.clients.save.mutate({
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
  for (const [index, friendlyName] of ['Anna', 'Ben'].entries())
    await api.telephony.contacts.save.mutate({
      parentId: account.id,
      values: { friendlyName, twilioPhoneNumber: `+1500555100${index}`, isActive: true },
    });
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const group = (name: string) => page.getByRole('group', { name, exact: true });
async function choosePerson(entry: string, name: string) {
  await group(entry).getByRole('combobox', { name: 'On call' }).click();
  await page.getByRole('option', { name: `${name} (Harbour)` }).click();
}

test('a rota is entered by days, shows its gaps, and keeps what was typed after a problem', async () => {
  await backOffice(page, server).screen('on-call', 'On call');
  await page.getByText('There are no rotas yet.').waitFor();
  await button('New rota').press('Enter');
  await page.getByText('Nobody is on call in the next 14 days.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Operations');
  await button('Add turn').click();
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
    await group('Turn 1').getByText(day, { exact: true }).click();
  await button('Save').click();
  await page.getByText('Choose who is on call').waitFor();
  await choosePerson('Turn 1', 'Anna');
  await page.getByText(/^0 hand-overs, \d gaps of 2 days in all\.$/).waitFor();
  await button('Add turn').click();
  await group('Turn 2').getByText('Sun', { exact: true }).click();
  await choosePerson('Turn 2', 'Ben');
  await page.getByText(/^\d hand-overs, no gaps\.$/).waitFor();
  await expectAccessible(page, { part: '[role=dialog]' });
  await button('Save').click();
  await page.getByRole('row', { name: /Operations.*(Anna|Ben)/ }).waitFor();
  await expectAccessible(page);
});

test('a replacement takes the place of the turns, and the list says who is on call now', async () => {
  await button('Operations').click();
  await group('Turn 2').waitFor();
  await button('Remove turn 2').click();
  await button('Remove turn 1').click();
  await button('Add replacement').click();
  const entry = group('Replacement 1');
  await entry.getByLabel('From').fill('2020-01-01T00:00');
  await entry.getByLabel('Until').fill('2099-01-01T00:00');
  await choosePerson('Replacement 1', 'Ben');
  await page.getByText('0 hand-overs, no gaps.').waitFor();
  await button('Save').click();
  await page.getByRole('row', { name: /Operations.*Ben.*No change in 14 days/ }).waitFor();
  await button('Operations').click();
  await button('Delete Operations').click();
  await button('Delete').click();
  await page.getByText('There are no rotas yet.').waitFor();
});

test('a calendar takes the place of the turns, and its unknown names are shown', async () => {
  const event = ['UID:a', 'DTSTART:20200101T000000Z', 'DTEND:20990101T000000Z', 'SUMMARY:anna\\, Zoe'];
  const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
  const calendar = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
  try {
    await button('New rota').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Calendar');
    await page.getByRole('radiogroup', { name: 'Who is on call' }).getByText('Calendar').click();
    await button('Save').click();
    await page.getByText('Enter the address of the calendar').waitFor();
    const address = page.getByRole('textbox', { name: 'Calendar address' });
    await address.fill('calendar.example.com');
    await button('Save').click();
    await page.getByText('The address must be like https://calendar.example.com/on-call.ics').waitFor();
    expect(await address.inputValue()).toBe('calendar.example.com');
    await expectAccessible(page, { part: '[role=dialog]' });
    const port = Reflect.get(Object(calendar.address()), 'port');
    await address.fill(`http://127.0.0.1:${port}/on-call.ics`);
    await button('Save').click();
    await page.getByRole('row', { name: /Calendar.*Anna.*no active contact has: Zoe/ }).waitFor();
    await button('Calendar').click();
    await page.getByText(/^Last read/).waitFor();
    await page.getByText('0 hand-overs, no gaps.').waitFor();
    expect(problems).toEqual([]);
  } finally {
    calendar.close();
  }
});

test('a rota with many turns shows its next days too', async () => {
  const api = trpcClient(server.address, server.adminToken);
  const [person] = await api.alarms.rotas.people.query();
  const turns = Array.from({ length: 60 }, (_, place) => ({
    day: (place % 7) + 1,
    from: `0${place % 10}:00`,
    until: `2${place % 3}:${10 + (place % 50)}`,
    contactId: person?.id ?? 0,
  }));
  await api.alarms.rotas.save.mutate({ name: 'Many turns', timeZone: 'UTC', turns });
  await page.goto(`${server.address}/#/admin/on-call`);
  await page.reload();
  await button('Many turns').click();
  await page.getByText(/gaps? of .* in all/).waitFor();
  expect(problems).toEqual([]);
});
