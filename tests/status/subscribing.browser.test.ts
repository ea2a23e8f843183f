import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { backOffice } from '../fixture/back-office.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { openRefreshing } from './refreshing.ts';
import { makeStatusScene } from './scene.ts';

let smtp: FakeSmtp;
let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [smtp, browser] = await Promise.all([startFakeSmtp(), launchBrowser()]);
  server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' });
  await makeStatusScene(server);
  ({ page, problems } = await openPage(browser, { javaScriptEnabled: false }));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await smtp.stop();
});

const ann = 'ann@example.org';
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits for a mail whose subject has these words, and returns the link in it. */
async function linkIn(subject: string, path: string): Promise<string> {
  const mail = () => smtp.mails.find(({ to, headers }) => to.includes(ann) && headers.subject?.includes(subject));
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
  const [link = ''] = mail()?.body.match(new RegExp(`http\\S+/status/${path}/\\S+`)) ?? [];
  return link;
}

test('a visitor without scripts subscribes, confirms, gets a mail and unsubscribes', async () => {
  await page.goto(`${server.address}/status`);
  const form = page.getByRole('region', { name: 'Get updates by e-mail' });
  await form.getByRole('textbox', { name: 'E-mail' }).fill(ann);
  await press('Subscribe');
  await heading('One more step');
  await page.waitForTimeout(2100);
  await press('Send');
  await heading('Please look into your mailbox');
  await page.goto(await linkIn('Please confirm your subscription to the status', 'confirm'));
  await heading('Confirm your subscription');
  await press('Confirm');
  await heading('You are subscribed');
  const api = trpcClient(server.address, server.adminToken);
  const { id } = await api.status.save.mutate({ title: 'Slow mails', clientIds: [] });
  await api.status.post.mutate({ id, state: 'investigating', text: 'We look into it.' });
  await page.goto(await linkIn('Investigating: Slow mails', 'unsubscribe'));
  await heading('Unsubscribe');
  await press('Unsubscribe');
  await heading('You have been unsubscribed');
  expect((await api.status.subscribers.query({})).subscribers).toEqual([]);
  expect(problems).toEqual([]);
});

test('the form is accessible, and keeps what is typed while an open page refreshes', async () => {
  const open = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await openRefreshing(open.page, `${server.address}/status`);
  await expectAccessible(open.page);
  const field = open.page.getByRole('textbox', { name: 'E-mail' });
  await field.fill(ann);
  await field.blur();
  await open.page.locator('main').evaluate((main) => main.setAttribute('data-old', ''));
  await open.page.clock.runFor(61_000);
  await open.page.locator('main[data-old]').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(ann);
  expect(open.problems).toEqual([]);
});

test('without a mail server there is no form', async () => {
  const silent = await startTestServer({ SAMPLE_CONTENT: 'off' });
  await makeStatusScene(silent);
  await page.goto(`${silent.address}/status`);
  await page.getByRole('heading', { level: 2, name: 'Servers' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  const answer = await page.request.post(`${silent.address}/api/subscribestatus`, { data: { email: ann } });
  expect(answer.status()).toBe(409);
  await silent.stop();
});

test('the back office lists subscribers, and removes one', async () => {
  const at = server.deps.now();
  const row = (number: number) => ({ email: `reader-${number}@example.org`, token: `${number}`, askedAt: at });
  await server.deps.db
    .insert(statusSubscribers)
    .values(Array.from({ length: 60 }, (_, number) => ({ ...row(number), confirmedAt: number < 59 ? at : null })));
  const office = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await signInAsAdmin(office.page, server);
  await backOffice(office.page, server).screen('status-page', 'Status page');
  const list = office.page.getByRole('region', { name: 'Subscribers', exact: true });
  await list.getByText('59 addresses get each published update by e-mail, 1 not confirmed yet').waitFor();
  await list.getByRole('row', { name: /reader-59@example\.org.*Waiting for confirmation/ }).waitFor();
  expect(await list.getByText('reader-0@example.org').count()).toBe(0);
  await list.getByRole('button', { name: 'Show older' }).click();
  await list.getByText('reader-0@example.org').waitFor();
  await expectAccessible(office.page);
  await list.getByRole('button', { name: 'Remove reader-58@example.org' }).click();
  await office.page.getByText('The address gets no more mails about incidents.').waitFor();
  await office.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await list.getByText('58 addresses get').waitFor();
  expect(office.problems).toEqual([]);
});
