import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmIncidents, alarmNotices, incidentEntries, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { healthMonitors } from '../../db/schema/health.ts';
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
  await addIncidents();
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** An open outage with two servers, one that is over, and a fire drill with an answer. */
async function addIncidents() {
  const api = trpcClient(server.address, server.adminToken);
  const { db } = server.deps;
  const ids: number[] = [];
  for (const name of ['Shop', 'Warehouse'])
    ids.push((await api.health.register.mutate({ name, schedule: { kind: 'period', seconds: 60 } })).id);
  // Without this the next sweep would find both servers back.
  await db.update(healthMonitors).set({ status: 'offline', statusSince: minutesAgo(12) });
  const common = { linkKey: 'unused here', title: '2 servers offline since 09:12, first: Shop: Shop, Warehouse' };
  await db.insert(alarmIncidents).values([
    {
      ...common,
      kind: 'outage',
      openKey: 'past',
      openedAt: minutesAgo(600),
      resolvedAt: minutesAgo(580),
      title: 'Mill FAILED (exit 3)',
    },
    { ...common, kind: 'outage', openKey: 'open', openedAt: minutesAgo(12), step: 1 },
    {
      ...common,
      kind: 'drill',
      openKey: 'drill',
      openedAt: minutesAgo(30),
      title: 'Fire drill of the policy Night',
      step: 1,
      stepAt: minutesAgo(-30),
    },
  ]);
  await db
    .insert(incidentServers)
    .values(
      ids.map((clientId) => ({ incidentId: 2, clientId, eventKey: `open-${clientId}`, at: minutesAgo(12), news: {} })),
    );
  await db.insert(incidentEntries).values([
    { incidentId: 2, at: minutesAgo(12), event: 'notified', who: 'Anna, Ben', text: 'Step 1 of Night.' },
    { incidentId: 3, at: minutesAgo(30), event: 'notified', who: 'Anna, Ben', text: 'Step 1 of Night.' },
    { incidentId: 3, at: minutesAgo(27), event: 'answered', who: 'Anna' },
  ]);
  const notice = { incidentId: 3, eventKey: 'drill', title: 'TEST', at: minutesAgo(30) };
  await db.insert(alarmNotices).values([
    { ...notice, recipient: 'contact-1', name: 'Anna', answeredAt: minutesAgo(27) },
    { ...notice, recipient: 'contact-2', name: 'Ben' },
  ]);
}

test('the list leads to an incident, which is acknowledged with one click', async () => {
  await backOffice(page, server).screen('incidents', 'Incidents');
  await page.getByRole('row', { name: /2 servers offline.*Alarming.*Everyone at once/ }).waitFor();
  await page.getByRole('row', { name: /Mill FAILED.*Resolved/ }).waitFor();
  await page.getByLabel('1 not acknowledged').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Acknowledge 2 servers/ }).click();
  await page.getByRole('row', { name: /2 servers offline.*Acknowledged by admin/ }).waitFor();
  await page.getByLabel('1 not acknowledged').waitFor({ state: 'hidden' });
});

test('its page says what happened, takes a note, and takes the acknowledgement back', async () => {
  await page.getByRole('link', { name: /2 servers offline/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Incident 2' }).waitFor();
  await page.getByText('Anna, Ben were notified').waitFor();
  await page.getByText('admin acknowledged').waitFor();
  await page.getByRole('link', { name: 'Warehouse' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add note' }).press('Enter');
  await page.getByText('Note is required').waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('The switch in rack 4 was off.');
  await page.getByRole('button', { name: 'Add note' }).click();
  // In the timeline: the field has the same text until the note is stored.
  await page.getByRole('listitem').filter({ hasText: 'The switch in rack 4 was off.' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('admin took the acknowledgement back').waitFor();
  await page.getByRole('button', { name: 'Snooze' }).press('Enter');
  await page.getByRole('menuitem', { name: '2 hours' }).press('Enter');
  await page.getByText(/^Snoozed until/).waitFor();
});

test('a fire drill says who answered, and a phone shows all of it', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Without the notifications of the test before.
  await page.reload();
  await backOffice(page, server).screen('incidents/3', 'Incident 3');
  await page.getByText('after 3 min').waitFor();
  await page.getByText('no answer').waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
