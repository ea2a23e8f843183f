import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { fieldInfo } from '../../contract/fields.ts';
import { records } from '../../core/content/records.ts';
import { type BuiltWeb, loadBuiltWeb } from '../../server/landing/landing.ts';
import type { PageContent } from '../../server/landing/page.ts';
import { launchBrowser, openPage } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

// Every section with every length of its lists and texts, at every width: rendered by the product, laid out by Chromium.
const counts = [1, 2, 3, 5, 7, 12];
const widths = [320, 390, 600, 768, 900, 1024, 1152, 1280, 1440, 1920, 2560];

let server: TestServer;
let browser: Browser;
let web: BuiltWeb;
let content: PageContent;
let page: Page;
beforeAll(async () => {
  [server, browser, web] = await Promise.all([
    startTestServer(),
    launchBrowser(),
    loadBuiltWeb(join(import.meta.dirname, '../../web/dist')),
  ]);
  content = await trpcClient(server.address, server.adminToken).landing.content.query();
  ({ page } = await openPage(browser));
  // Pictures reserve their space before they load.
  await page.route('**/images/**', (route) => route.abort());
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Replaces the text of a field with a limit of `maxLength` characters. */
type Texts = (text: string, maxLength: number) => string;

const sentence =
  'Harbour office of the north-eastern lighthouse keepers, with Donaudampfschifffahrtsgesellschaften and everybody else who watches the water at night, ';

interface Variant {
  texts: Texts;
  /** The number of every fact; null for the sample's. */
  figure: number | null;
}

const sample: Variant = { texts: (text) => text, figure: null };
const short: Variant = { texts: () => 'Tidal', figure: 7 };
const long: Variant = {
  texts: (_text, maxLength) => sentence.repeat(10).slice(0, Math.min(maxLength, 600)).trim(),
  figure: 2_000_000_000,
};

/** The content with `count` items in every list, and other texts in every field that takes any text. */
function grown(count: number, { texts, figure }: Variant): PageContent {
  const grow = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value))
      return Array.from({ length: count }, (_, index) => grow({ ...value[index % value.length], id: index + 1 }, path));
    if (typeof value !== 'object' || value === null) return value;
    const shape = schemaOf(path)?.shape ?? {};
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        if (name === 'count' && figure !== null) return [name, figure];
        if (typeof field !== 'string') return [name, grow(field, [...path, name])];
        const text = texts(field, fieldInfo.get(shape[name] ?? records.map.heading.schema)?.maxLength ?? 0);
        const isFree = text !== '' && shape[name] && castTo<z.ZodType>(shape[name]).safeParse(text).success;
        return [name, isFree ? text : field];
      }),
    );
  };
  const { images, ...sections } = content;
  const all = Object.entries(sections).map(([section, value]) => [section, grow(value, [section])]);
  const other = castTo<PageContent>({ ...Object.fromEntries(all), images });
  // The company's name in place of its logo is a text, too.
  return {
    ...other,
    company: other.company && { ...other.company, logo: figure === null ? other.company.logo : null },
  };
}

/** The schema of the record at a path of the content: `features`, `features.items`. */
function schemaOf([section = '', ...keys]: readonly string[]): z.ZodObject | undefined {
  const declared = castTo<Record<string, Record<string, { schema: z.ZodObject }>>>(records)[section];
  return declared?.[keys.at(-1) ?? 'heading']?.schema;
}

async function show(shown: PageContent): Promise<void> {
  const styles = 'main > section, body > footer { content-visibility: visible !important }';
  const html = web.renderer.renderLanding({
    content: shown,
    assets: { ...web.assets, css: web.assets.css + styles },
    publicUrl: server.address,
    tags: { icon: '', preview: '' },
  });
  await page.route(`${server.address}/`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${server.address}/`);
  await page.waitForFunction('!document.documentElement.dataset.fonts && document.fonts.status === "loaded"');
}

test.each([
  ...[2, 5].map((count) => ['sample', count, sample] as const),
  ...counts.map((count) => ['short', count, short] as const),
  ...counts.map((count) => ['long', count, long] as const),
])(
  'with %s texts and lists of %i, nothing overflows, overlaps, is cut off or breaks a number',
  async (_, count, variant) => {
    await show(grown(count, variant));
    const problems: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      problems.push(...(await page.evaluate(layoutProblems)).map((problem) => `${width} px: ${problem}`));
    }
    expect(problems).toEqual([]);
  },
);

/** Runs in the page and lists texts that are cut off, overlap or break. */
async function layoutProblems(): Promise<string[]> {
  // The page reacts to a new width before the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const problems = new Set<string>();
  if (document.documentElement.scrollWidth > innerWidth) problems.add('the page is wider than the window');

  const boxes = [...document.querySelectorAll('body *')];
  for (const box of boxes) {
    // A picture that has not loaded yet contains its alternative text.
    if (box instanceof HTMLImageElement && box.naturalWidth === 0) continue;
    if (box.scrollHeight > box.clientHeight + 2 && /hidden|clip/.test(getComputedStyle(box).overflowY))
      if (box.clientHeight > 1) problems.add(`${box.tagName}.${box.className} cuts off its content`);
  }

  interface Block {
    element: Element;
    name: string;
    top: number;
    bottom: number;
    left: number;
    right: number;
  }
  const blocks = new Map<Element, Block>();
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    if (!parent || text.trim() === '' || parent.closest('.visually-hidden, .skip, script')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (rects.length === 0) continue;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const name = `${parent.closest('section, footer, header')?.id || 'header or footer'}: "${text.slice(0, 30)}"`;

    // Numbers and ordinary words stay on one line; only longer words may break.
    const words = rects.length === 1 ? [] : text.matchAll(/[^\s-]+/g);
    for (const { 0: word, index } of words) {
      if (word.length > 14 && !/^[\d.,]+$/.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map((rect) => rect.top));
      if (lines.size > 1) problems.add(`${name} breaks "${word}"`);
    }

    // Inside every box around; a slider's slides are beside its window.
    for (let box: Element | null = parent; box && !box.matches('[data-track]'); box = box.parentElement) {
      const around = box === document.body ? { left: 0, right: innerWidth } : box.getBoundingClientRect();
      if (left >= around.left - 2 && right <= around.right + 2) continue;
      if (/^(contents|inline)$/.test(getComputedStyle(box).display)) continue;
      problems.add(`${name} is wider than its ${box.tagName}.${box.className}`);
      break;
    }

    let element: Element = parent;
    while (element.parentElement && getComputedStyle(element).display === 'inline') element = element.parentElement;
    const { top, bottom } = element.getBoundingClientRect();
    const known = blocks.get(element) ?? { element, name, top, bottom, left, right };
    blocks.set(element, { ...known, left: Math.min(known.left, left), right: Math.max(known.right, right) });
  }

  const placed = [...blocks.values()].sort((a, b) => a.top - b.top);
  placed.forEach((one, index) => {
    for (const other of placed.slice(index + 1)) {
      if (other.top >= one.bottom - 2) break;
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) <= 2) continue;
      if (!one.element.contains(other.element) && !other.element.contains(one.element))
        problems.add(`${one.name} overlaps ${other.name}`);
    }
  });
  return [...problems];
}
