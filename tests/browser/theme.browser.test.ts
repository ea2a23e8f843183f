import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { openWithLateTypefaces } from './late-typefaces.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const api = () => trpcClient(server.address, server.adminToken);

async function company() {
  const [row] = await api().company.heading.list.query({});
  if (!row) throw new Error('no company');
  return row;
}

async function setTheme(theme: Partial<Awaited<ReturnType<typeof company>>>): Promise<void> {
  const row = await company();
  const standard = {
    accentColor: '',
    secondColor: '',
    typeface: 'bricolage',
    corners: 'soft',
    density: 'airy',
  } as const;
  await api().company.heading.save.mutate({ id: row.id, values: { ...row, ...standard, darkLogo: null, ...theme } });
}

describe.each([
  ['fraunces', 'Fraunces Basic', ['fraunces-basic', 'source-sans']],
  ['sora', 'Sora Basic', ['inter-basic', 'sora-basic']],
  ['plex', 'Plex Sans Basic', ['plex-basic', 'source-serif']],
] as const)('the typefaces %s', (typeface, face, files) => {
  beforeAll(() => setTheme({ typeface }));

  test.each([390, 1440])(
    '%i px: only their basic slices load, and nothing shifts when they arrive late',
    async (width) => {
      const { page, context, release, isDrawn, shift } = await openWithLateTypefaces(browser, server.address, width);
      expect(await isDrawn(face)).toBe(false);
      release();
      await page.waitForFunction(
        () =>
          document.fonts.status === 'loaded' &&
          performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).length === 2,
      );
      expect(await isDrawn(face)).toBe(true);
      const shifted = await shift();
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => name.match(/([a-z]+-[a-z]+)-[^/]*\.woff2$/)?.[1] ?? [])
          .sort(),
      );
      expect(loaded).toEqual(files);
      expect(shifted).toBeLessThanOrEqual(0.01);
      await context.close();
    },
  );
});

describe('a strange theme: a yellow accent, a white second colour, square and compact', () => {
  beforeAll(() =>
    setTheme({
      accentColor: '#ffe600',
      secondColor: '#ffffff',
      typeface: 'plex',
      corners: 'square',
      density: 'compact',
    }),
  );

  test.each([
    [390, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('%i px, %s: axe finds nothing, and nothing is wider than the window', async (width, colorScheme) => {
    const { page, context, problems } = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });
    await page.goto(`${server.address}/`);
    await page.waitForLoadState('networkidle');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a logo for dark grounds', () => {
  test('is on the header over the picture and in the dark scheme; the hidden logo is not loaded', async () => {
    const row = await company();
    if (!row.logo) throw new Error('no logo');
    const [client] = await api().clients.items.list.query({});
    if (!client?.logo) throw new Error('no picture');
    await setTheme({ darkLogo: client.logo });
    const shown = async (colorScheme: 'light' | 'dark') => {
      const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 900 }, colorScheme });
      await page.goto(`${server.address}/`);
      await page.waitForLoadState('networkidle');
      const visible = () =>
        page
          .locator('header[data-header] a img')
          .evaluateAll((images) =>
            images.flatMap((image) =>
              image instanceof HTMLImageElement && image.checkVisibility() ? /[0-9a-f]{32}/.exec(image.src)?.[0] : [],
            ),
          );
      const above = await visible();
      const loaded = await page
        .locator('header[data-header] .for-light img')
        .evaluate((image) => image instanceof HTMLImageElement && image.currentSrc !== '');
      await page.evaluate(() => scrollTo(0, 900));
      await page.locator('header[data-active]').waitFor();
      const below = await visible();
      await context.close();
      return { above, loaded, below };
    };
    expect(await shown('light')).toEqual({ above: [client.logo], loaded: false, below: [row.logo] });
    expect(await shown('dark')).toEqual({ above: [client.logo], loaded: false, below: [client.logo] });
  });
});

describe('the theme panel of the page editor', () => {
  test('shows each choice on the page at once; Undo takes a choice back, and Save stores all', async () => {
    await setTheme({});
    const { page, context, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
    await signInAsAdmin(page, server);
    await page.goto(`${server.address}/#/admin/page`);
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Fields' });
    const frame = page.frameLocator('iframe[title="The page"]');
    const styleOf = (selector: string, name: string) =>
      frame
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

    await panel.getByLabel('Second Colour', { exact: true }).fill('#7048e8');
    await expect.poll(() => styleOf('.pricing-ribbon', 'background-color')).toBe('rgb(112, 72, 232)');
    // By keyboard: the arrows of a group of choices.
    await panel.getByRole('radio', { name: 'Soft' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => styleOf('#home .button', 'border-top-left-radius')).toBe('0px');
    await panel.getByRole('radio', { name: /^Warm/ }).check();
    await expect.poll(() => styleOf('#home-title', 'font-family')).toContain('Fraunces');
    await panel.getByRole('radio', { name: 'Compact' }).check();
    expect(await accessibilityProblems(page, 'aside[aria-label="Fields"]')).toEqual([]);

    expect(await company()).toMatchObject({ secondColor: '', corners: 'soft', typeface: 'bricolage' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => panel.getByRole('radio', { name: 'Airy' }).isChecked()).toBe(true);
    await page.keyboard.press('Control+s');
    await expect
      .poll(company)
      .toMatchObject({ secondColor: '#7048e8', corners: 'square', typeface: 'fraunces', density: 'airy' });
    expect(problems).toEqual([]);
    await context.close();
  });
});
