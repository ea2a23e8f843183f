import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientHeadings } from '../../db/schema/clients.ts';
import { startReceiver } from '../channels/setup.ts';
import { expectAccessible } from '../fixture/accessible.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { closeServers, localName } from './setup.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const variables = { SAMPLE_CONTENT: 'off', CHECK_PRIVATE_NETWORKS: 'on' };
  [server, browser] = await Promise.all([startTestServer(variables), launchBrowser()]);
  ({ page } = await openPage(browser, { viewport: { width: 1440, height: 1000 } }));
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  closeServers();
  await browser.close();
  await server.stop();
});

test('a check is tried, saved with what was typed, changed and deleted on the page of its server', async () => {
  const receiver = await startReceiver({ body: 'all is well' });
  const url = receiver.address.replace(localName, '127.0.0.1');
  const api = trpcClient(server.address, server.adminToken);
  const [heading] = await server.deps.db.select().from(clientHeadings);
  const values = {
    displayOrder: 1,
    logo: null,
    isActive: true,
    showOnHomePage: false,
    telephonyClientId: null,
  } as const;
  const { id } = await api.clients.items.save.mutate({
    parentId: heading?.id ?? 0,
    values: { ...values, name: 'Shop', healthCode: 'code-of-the-shop', checkInterval: 'none' },
  });
  await page.goto(`${server.address}/#/admin/schedule-tasks/${id}`);
  const checks = page.getByRole('region', { name: 'Checks' });
  await checks.getByRole('button', { name: 'Add check' }).click();
  const form = page.getByRole('form', { name: 'New check' });
  await form.getByRole('textbox', { name: 'URL' }).fill('shop');
  await form.getByRole('button', { name: 'Try it now' }).click();
  await form.getByText('URL must start with http:// or https://').waitFor();
  await form.getByRole('textbox', { name: 'URL' }).fill(url);
  await form.getByRole('textbox', { name: 'The answer contains' }).fill('ill');
  await form.getByRole('button', { name: 'Try it now' }).click();
  await form.getByText('The check fails').waitFor();
  await form.getByRole('textbox', { name: 'The answer contains' }).fill('well');
  await form.getByRole('textbox', { name: 'Headers' }).fill('X-Key: very-secret');
  await form.getByRole('button', { name: 'Try it now' }).click();
  await form.getByText('The check succeeds').waitFor();
  expect(receiver.received.at(-1)?.headers['x-key']).toBe('very-secret');
  await expectAccessible(page, { part: '[role=dialog]' });
  await form.getByRole('button', { name: 'Save' }).click();
  await checks.getByRole('button', { name: url }).click();
  const stored = page.getByRole('form', { name: 'Check', exact: true });
  expect(await stored.getByRole('textbox', { name: 'Headers' }).inputValue()).toBe('X-Key: ••••••••');
  await stored.getByRole('textbox', { name: 'Every … seconds' }).fill('30');
  await stored.getByRole('button', { name: 'Save' }).click();
  await checks.getByText(/every 30 seconds/).waitFor();
  await expectAccessible(page);
  await checks.getByRole('button', { name: url }).click();
  await stored.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this check?' }).getByRole('button', { name: 'Delete' }).click();
  await checks.getByText('Beside pings, the product can look for itself').waitFor();
});
