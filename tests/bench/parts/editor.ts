/** `npm run bench -- editor`: the back office's first screen, and the page editor with 200 items more than the sample content. */

import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../fixture/browser.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { untilIdle } from '../memory.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

const items = 200;
/** Cold openings of the editor, and keystrokes; the median and the slowest of a twentieth count. */
const openings = 7;
const keystrokes = 60;

async function addItems(address: string): Promise<void> {
  const api = trpcClient(address, await signIn(address, admin));
  const [heading] = await api.features.heading.list.query({});
  const values = { description: 'A sentence about the item.', icon: 'uk-icon-clock-o', isActive: true } as const;
  for (let place = 0; place < items; place += 1)
    await api.features.items.save.mutate({ parentId: heading?.id, values: { ...values, name: `Item ${place}` } });
}

/** A signed-in page in a fresh profile with an empty cache. */
async function openProfile(browser: Browser, state: string | undefined, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  if (state) return page;
  await page.goto(`${address}/#/login`);
  await page.getByLabel('User name').fill(admin.userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Company Detail' }).waitFor();
  return page;
}
