/** `npm run bench -- editor`: the back office's first screen, and the page editor with 200 items more than the sample content. */

import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser, signInThroughTheForm } from '../../fixture/browser.ts';
import { countScripts, firstScreenLimit } from '../../fixture/scripts.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { untilIdle } from '../memory.ts';
import { atMost, median, type Row, runPart } from '../report.ts';
import { type Served, startProduct } from '../servers.ts';

const items = 200;
/** Openings with an empty browser cache; the median counts. */
const openings = 5;
const text = 'The quick brown fox jumps over the lazy dog, twice.';

async function addItems(address: string): Promise<void> {
  const api = trpcClient(address, await signIn(address, admin));
  const [heading] = await api.features.heading.list.query({});
  const values = { description: 'A sentence about the item.', icon: 'uk-icon-clock-o', isActive: true } as const;
  for (let place = 0; place < items; place += 1)
    await api.features.items.save.mutate({ parentId: heading?.id, values: { ...values, name: `Item ${place}` } });
}

/** A page in a fresh profile, which has the storage of a signed-in one and an empty cache. */
async function freshPage(browser: Browser, signedIn?: Page): Promise<Page> {
  const storageState = await signedIn?.context().storageState();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/** Kilobytes (gzip) of the scripts that the first screen of a signed-in Admin loads with an empty cache. */
async function firstScreen(browser: Browser, { address }: Served, signedIn: Page): Promise<number> {
  const page = await freshPage(browser, signedIn);
  const scripts = countScripts(page);
  await page.goto(`${address}/#/admin/company`);
  await page.getByRole('heading', { level: 1, name: 'Company Detail' }).waitFor();
  const kilobytes = await scripts.kilobytes();
  await page.context().close();
  return kilobytes;
}

const outline = (page: Page) => page.getByRole('treeitem').first();
const drawnPage = (page: Page) => page.frameLocator('iframe').locator('#features');

/** Milliseconds from the click on “Edit page” until the outline and the page are there. */
async function openEditor(browser: Browser, { address }: Served, signedIn: Page): Promise<number> {
  const page = await freshPage(browser, signedIn);
  await page.goto(address);
  const link = page.getByRole('link', { name: 'Edit page' });
  await link.waitFor();
  const began = performance.now();
  await link.click();
  await Promise.all([outline(page).waitFor(), drawnPage(page).waitFor()]);
  const took = performance.now() - began;
  await page.context().close();
  return took;
}

/** Script that stores the milliseconds from each key to the first frame with the changed headline in `keyTimes`. */
const watchHeadline = `{
  let pressed = 0;
  window.keyTimes = [];
  addEventListener('keydown', () => { pressed = performance.now() }, { capture: true });
  const painted = () => requestAnimationFrame(() => keyTimes.push(performance.now() - pressed));
  const title = document.querySelector('iframe').contentDocument.querySelector('#home-title');
  new MutationObserver(painted).observe(title, { subtree: true, childList: true, characterData: true });
}`;

/** Milliseconds from each key in the field of the headline until the page in the frame has been painted with it. */
async function typeHeadline(page: Page, { address }: Served): Promise<number[]> {
  await page.goto(`${address}/#/admin/page?section=home`);
  await drawnPage(page).waitFor();
  const field = page.getByRole('textbox', { name: 'Title', exact: true });
  await field.fill('');
  await page.evaluate(watchHeadline);
  await field.pressSequentially(text, { delay: 80 });
  return z.array(z.number()).parse(await page.evaluate('keyTimes'));
}

await runPart(async (): Promise<Row[]> => {
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    await addItems(product.address);
    await untilIdle(product.pid);
    const page = await freshPage(browser);
    const scripts = countScripts(page);
    await signInThroughTheForm(page, product);
    const withLogin = await scripts.kilobytes();
    const kilobytes = await firstScreen(browser, product, page);
    const opened: number[] = [];
    for (let round = 0; round < openings; round += 1) opened.push(await openEditor(browser, product, page));
    const keys = (await typeHeadline(page, product)).sort((a, b) => a - b);
    const late = keys[Math.floor(keys.length * 0.95)] ?? Number.NaN;
    return [
      {
        what: 'back office: scripts of the login and the first screen, gzip',
        figure: withLogin,
        unit: 'KB',
        target: atMost(firstScreenLimit),
      },
      {
        what: 'back office: scripts of the first screen, gzip',
        figure: kilobytes,
        unit: 'KB',
        target: atMost(firstScreenLimit),
      },
      { what: 'editor: from the click, empty cache', figure: median(opened) / 1000, unit: 's', target: atMost(1.5) },
      { what: `editor: a key to the page, ${items} items`, figure: median(keys), unit: 'ms', target: atMost(50) },
      { what: `editor: 95 % of keys, ${items} items`, figure: late, unit: 'ms', target: atMost(50) },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
});
