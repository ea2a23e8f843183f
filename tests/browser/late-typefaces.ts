import type { Browser } from 'playwright-core';
import { openPage } from '../fixture/browser.ts';

/**
 * Opens the page at a width (px) and holds its typefaces back until `release`. `isDrawn` is true for a face that has arrived;
 * `shift` answers the sum of all layout shifts.
 */
export async function openWithLateTypefaces(browser: Browser, address: string, width: number) {
  const { page, context } = await openPage(browser, { viewport: { width, height: 900 } });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shift = list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
      const root = document.documentElement;
      root.dataset.shift = String(Number(root.dataset.shift ?? 0) + shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${address}/`, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => document.fonts.status === 'loading');
  return {
    page,
    context,
    release: () => release(),
    isDrawn: (face: string) => page.evaluate((name) => document.fonts.check(`700 40px '${name}'`, 'a'), face),
    async shift(): Promise<number> {
      // Layout shifts are reported after the next frames.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.waitForTimeout(200);
      return Number(await page.locator('html').getAttribute('data-shift'));
    },
  };
}
