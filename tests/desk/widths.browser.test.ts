import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clients } from '../../db/schema/clients.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import { until } from '../fakes/clock.ts';
import { type FakeTrello, startFakeTrello } from '../fakes/trello.ts';
import { sampleBoards } from '../fakes/trello-boards.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { makeStatusScene } from '../status/scene.ts';
import { makeScene } from './scene.ts';

// The operator's screens with long names, at every width: nothing is cut off, and a phone shows cards.
const widths = [320, 390, 600, 1440, 1920];
const word = 'Hafenverkehrsgesellschaft';
const longName = `Nordfriesische ${word} Leuchtturm und Signalanlagen`;

let trello: FakeTrello;
let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let paths: string[];
beforeAll(async () => {
  trello = await startFakeTrello();
  trello.boards.push(...sampleBoards());
  const variables = { TRELLO_API_BASE: trello.url, TRELLO_KEY: trello.key, TRELLO_TOKEN: trello.token };
  [server, browser] = await Promise.all([startTestServer(variables), launchBrowser()]);
  const { db, now } = server.deps;
  const scene = await makeScene(server);
  await makeStatusScene(server);
  const names = { projectName: longName, clientName: longName, twilioPhoneNumber: '+491511234567890' };
  await db.update(telephonyClients).set(names).where(eq(telephonyClients.id, scene.account));
  await db
    .update(telephonyContacts)
    .set({ friendlyName: longName })
    .where(eq(telephonyContacts.parentId, scene.account));
  await db.update(clients).set({ name: longName }).where(eq(clients.id, scene.mill));
  const body = `https://harbour.example/${word.repeat(6)} `.repeat(3);
  const numbers = { fromNumber: '+491511234567890', toNumber: '+491511234567891' };
  const [message] = await db
    .insert(telephonyMessages)
    .values({
      ...numbers,
      telephonyClientId: scene.account,
      accountSid: `AC${'0'.repeat(32)}`,
      messageSid: `SM${'0'.repeat(32)}`,
      status: 'undelivered',
      rank: 7,
      createdOn: now(),
      body,
      response: { sid: 'SM' },
      error: { code: 30003, message: 'Unreachable destination handset' },
    })
    .returning();
  await db
    .insert(inboxMessages)
    .values({ name: longName, email: `${word}@${word}.example`, message: body, receivedAt: now() });
  const api = trpcClient(server.address, server.adminToken);
  await until(async () => (await api.boards.status.query()).succeededAt !== null);
  paths = [
    'desk',
    'inbox',
    'twilioclient',
    'twilioclientcontact',
    `twilioclientcontact/${scene.account}`,
    'twilio-log',
    `twilio-log/${message?.id}`,
    'schedule-tasks',
    `schedule-tasks/${scene.mill}`,
    'status-page',
    'trello',
    'trello-category',
    'users',
    'account',
    'jobs',
    'audit',
    'privacy',
  ];
  ({ page, problems } = await openPage(browser, { viewport: { width: 1440, height: 1000 } }));
  await signInAsAdmin(page, server);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
  await trello.stop();
});

/** Runs in the page: what is cut off, too narrow to read, or transparent. */
async function layoutProblems(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  for (const table of document.querySelectorAll<HTMLElement>('main section:has(> table)')) {
    const name = table.getAttribute('aria-label');
    if (table.scrollWidth > table.clientWidth)
      found.push(`${name}: scrolls by ${table.scrollWidth - table.clientWidth}`);
    if (getComputedStyle(table).backgroundColor === 'rgba(0, 0, 0, 0)') found.push(`${name}: transparent`);
    for (const title of table.querySelectorAll<HTMLElement>('td[data-title]'))
      if (innerWidth <= 600 && title.clientWidth < 80) found.push(`${name}: a title of ${title.clientWidth} px`);
    for (const cell of table.querySelectorAll<HTMLElement>('td'))
      if (cell.scrollWidth > cell.clientWidth + 1) found.push(`${name}: cut off ${cell.dataset.header}`);
  }
  return [...new Set(found)];
}

test('every screen fits every width with long names, and its tables scroll nowhere', async () => {
  const found: string[] = [];
  for (const path of paths) {
    // A whole load: the screen before would stay until the next one is there.
    await page.goto('about:blank');
    await page.goto(`${server.address}/#/admin/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('main').locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1000 });
      found.push(...(await page.evaluate(layoutProblems)).map((problem) => `${path}, ${width} px: ${problem}`));
    }
  }
  expect(found).toEqual([]);
  expect(problems).toEqual([]);
}, 120_000);
