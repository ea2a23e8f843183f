import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems, launchBrowser, openPage } from '../fixture/browser.ts';
import { patience } from './loads.ts';

/** axe's violations in both colour schemes at each width (px). */
export async function violations(address: string, widths: readonly number[]): Promise<string[]> {
  const browser = await launchBrowser();
  try {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of widths) {
        const { page, context } = await openPage(browser, { colorScheme, viewport: { width, height: 900 } });
        await page.goto(`${address}/`, { waitUntil: 'networkidle', timeout: patience });
        await layOutAll(page);
        const problems = await accessibilityProblems(page);
        found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
        await context.close();
      }
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** Measurements of a page's text at one width (px). */
export interface Text {
  width: number;
  /** Words that appear only with scripts. */
  missing: string[];
  /** Horizontal overflow of the page in px, and the elements that cause it. */
  overflow: number;
  widest: string[];
}

/** Compares the page with and without scripts, on a phone and on a desktop. */
export async function measureTexts(address: string): Promise<Text[]> {
  const browser = await launchBrowser();
  try {
    return [await measure(browser, address, 375), await measure(browser, address, 1440)];
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, address: string, width: number): Promise<Text> {
  const viewport = { width, height: 900 };
  const scripted = await openPage(browser, { viewport });
  await scripted.page.goto(`${address}/`, { waitUntil: 'networkidle', timeout: patience });
  const plain = await openPage(browser, { viewport, javaScriptEnabled: false });
  await plain.page.goto(`${address}/`, { waitUntil: 'networkidle', timeout: patience });
  const without = wordCounts(await shownText(plain.page));
  const missing: string[] = [];
  for (const [word, count] of wordCounts(await shownText(scripted.page))) {
    if (count > (without.get(word) ?? 0)) missing.push(word);
  }
  const { overflow, widest } = await tooWide(scripted.page);
  await scripted.context.close();
  await plain.context.close();
  return { width, missing, overflow, widest };
}

/** The visible text, without buttons that only scripts use. */
async function shownText(page: Page): Promise<string> {
  await layOutAll(page);
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button[type="button"]')) button.remove();
  });
  return page.locator('body').innerText();
}

/** Lays out the whole page, including elements whose layout waits until they come near the viewport. */
async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main > *, body > *')) {
      element.style.contentVisibility = 'visible';
    }
  });
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

async function tooWide(page: Page): Promise<{ overflow: number; widest: string[] }> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const overflow = Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
    const isClipped = (element: Element) => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !isClipped(element),
    );
    const widest = overflow > 0 ? wide.map((element) => element.outerHTML.slice(0, 120)) : [];
    return { overflow, widest: widest.slice(0, 5) };
  });
}
