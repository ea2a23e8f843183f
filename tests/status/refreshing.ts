import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a status page with a clock that the test moves, and waits until the page refreshes itself. */
export async function openRefreshing(page: Page, url: string): Promise<void> {
  await page.clock.install();
  let isLoaded = false;
  page.on('response', (response) => {
    isLoaded ||= response.url().includes('refresh-status');
  });
  await page.goto(url);
  // The loader comes after the first paint, which takes as long as it takes, and loads the script of this page.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return isLoaded;
    })
    .toBe(true);
}
