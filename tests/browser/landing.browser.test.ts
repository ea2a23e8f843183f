import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, smallTargets } from '../fixture/browser.ts';
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

/** Opens the page, runs the test and expects no errors in the browser. */
async function visit(run: (page: Page) => Promise<void>, options: Parameters<Browser['newContext']>[0] = {}) {
  const { page, context, problems } = await openPage(browser, options);
  try {
    await page.goto(`${server.address}/`);
    await page.locator('section#home').waitFor();
    await run(page);
    expect(problems).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Waits for the page's script. Until then, links that open a dialog lead to their address, as without scripts. */
const scriptHasCome = (page: Page) => page.waitForLoadState('networkidle');

const scrolled = (page: Page) => page.evaluate('Math.round(scrollY)');

describe('every visitor', () => {
  test.each([
    [375, 'light'],
    [768, 'dark'],
    [1440, 'light'],
  ] as const)('axe finds nothing at %i px, %s, and nothing is wider than the window', (width, colorScheme) =>
    visit(
      async (page) => {
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await smallTargets(page)).toEqual([]);
      },
      { viewport: { width, height: 900 }, colorScheme },
    ),
  );

  test.each([320, 2560])('%i px wide: no line is cut off', (width) =>
    visit(
      async (page) => expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width),
      { viewport: { width, height: 900 } },
    ),
  );

  test('sends no request to other hosts, before and after scrolling', async () => {
    const { page, context } = await openPage(browser);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${server.address}/`);
    for (let y = 0; y < 12_000; y += 1500) await page.mouse.wheel(0, 1500);
    await page.waitForTimeout(300);
    expect([...hosts].filter((host) => host.startsWith('http'))).toEqual([server.address]);
    await context.close();
  });

  test('has the same text without scripts, and the forms work', async () => {
    const { page: withScripts, context: first } = await openPage(browser);
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    // Without scripts pictures are not lazy, and a fresh database has to encode each one.
    await withScripts.goto(`${server.address}/`, { waitUntil: 'domcontentloaded' });
    await page.goto(`${server.address}/`, { waitUntil: 'domcontentloaded' });
    const text = (of: Page) => of.locator('main').textContent();
    expect(await text(page)).toBe(await text(withScripts));
    expect(await page.locator('#facts dd').allTextContents()).toEqual(['64', '2,048', '11', '3,916']);
    const form = page.locator('section#contact form');
    await form.getByLabel('Name').fill('No Script');
    await form.getByLabel('E-mail').fill('no@script.example');
    await form.getByLabel('Message').fill('Sent by a plain form.');
    await form.getByRole('button', { name: 'Send message' }).click();
    // Without scripts a second page asks for a click after two seconds.
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.waitForTimeout(2100);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thanks for reaching out to us. We will get back to you very soon.').waitFor();
    const { messages } = await trpcClient(server.address, server.adminToken).inbox.list.query({});
    expect(messages[0]).toMatchObject({ name: 'No Script', message: 'Sent by a plain form.' });
    await first.close();
    await context.close();
  });
});

test('the page has its final height soon after loading, without scrolling', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(server.address);
  const heights = 'JSON.stringify([...document.querySelectorAll("main > section")].map((one) => one.offsetHeight))';
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.querySelector("body > footer")).contentVisibility'))
    .toBe('visible');
  const first = await page.evaluate(heights);
  // After a reload the whole page is laid out at once.
  await page.reload();
  expect(await page.evaluate(heights)).toBe(first);
  await context.close();
});

describe('header and scrolling', () => {
  test('the header changes at 50 and 400 px, and the scroll-to-top control appears after 500 px', () =>
    visit(async (page) => {
      const state = async (y: number) => {
        await page.evaluate(`scrollTo(0, ${y})`);
        await page.waitForTimeout(80);
        return page.evaluate(`[
          document.querySelector('[data-header]').hasAttribute('data-active'),
          document.querySelector('[data-header]').hasAttribute('data-bar'),
          document.querySelector('[data-to-top]').hasAttribute('data-shown'),
        ]`);
      };
      expect(await state(50)).toEqual([false, false, false]);
      expect(await state(51)).toEqual([true, false, false]);
      expect(await state(401)).toEqual([true, true, false]);
      expect(await state(501)).toEqual([true, true, true]);
      await page.locator('[data-to-top]').click();
      await expect.poll(() => scrolled(page)).toBe(0);
    }));

  test('a menu link scrolls to its section with an offset of 70 px and marks it', () =>
    visit(async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
      const top = () => page.evaluate(`Math.round(document.querySelector('#pricing').getBoundingClientRect().top)`);
      await expect.poll(top, { timeout: 5000 }).toBe(70);
      expect(page.url()).toContain('#pricing');
      await expect
        .poll(() => page.locator('[data-menu] a[aria-current]').textContent(), { timeout: 5000 })
        .toContain('Pricing');
      // Only one entry is marked, after the next jump, too.
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
      const marked = page.locator('[data-menu] a[aria-current]');
      await expect.poll(() => marked.allTextContents(), { timeout: 5000 }).toEqual(['Team']);
    }));

  test('scrolling takes 700 ms, except with reduced motion', () =>
    visit(
      async (page) => {
        await page.evaluate(() => {
          const times: number[] = [];
          addEventListener('scroll', () => times.push(performance.now()));
          Object.assign(window, { times });
        });
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
        const isOver = () => page.evaluate('times.length > 1 && performance.now() - times.at(-1) > 500');
        await expect.poll(isOver, { timeout: 8000 }).toBe(true);
        // The first and last frame are not exactly at the ends; a busy machine draws few frames.
        expect(await page.evaluate('times.at(-1) - times[0]')).toBeGreaterThan(450);
        expect(await page.evaluate('times.at(-1) - times[0]')).toBeLessThan(1200);
      },
      { reducedMotion: 'no-preference' },
    ));

  test('the off-canvas menu opens, keeps focus, and closes on Escape and on a link', () =>
    visit(
      async (page) => {
        const toggle = page.getByRole('button', { name: 'Menu' });
        await toggle.click();
        expect(await toggle.getAttribute('aria-expanded')).toBe('true');
        const focused = () => page.evaluate('document.activeElement.textContent');
        expect(await focused()).toBe('Features');
        await page.keyboard.press('Shift+Tab');
        expect(await focused()).toBe('Menu');
        await page.keyboard.press('Shift+Tab');
        expect(await focused()).toBe('Subscribe');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        expect(await focused()).toBe('Features');
        expect(await page.locator('main').getAttribute('inert')).toBe('');
        expect(await accessibilityProblems(page)).toEqual([]);
        await page.keyboard.press('Escape');
        expect(await toggle.getAttribute('aria-expanded')).toBe('false');
        expect(await focused()).toBe('Menu');
        expect(await page.locator('main').getAttribute('inert')).toBeNull();
        await toggle.press('Enter');
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
        await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
        await expect.poll(() => page.url()).toContain('#services');
      },
      { viewport: { width: 375, height: 800 } },
    ));
});

describe('forms', () => {
  test('the contact form disables Send while invalid, marks invalid fields red, shows a toast and resets', () =>
    visit(async (page) => {
      const form = page.locator('section#contact form');
      await form.scrollIntoViewIfNeeded();
      const send = form.getByRole('button', { name: 'Send message' });
      await form.getByLabel('Name').focus();
      await expect.poll(() => send.isDisabled(), { timeout: 5000 }).toBe(true);
      await form.getByText('E-mail must be valid and message must be longer than 1 character.').waitFor();
      await form.getByLabel('E-mail').fill('not an address');
      await form.getByLabel('Message').focus();
      expect(await form.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
      await form.getByLabel('Name').fill('Ada');
      await form.getByLabel('E-mail').fill('ada@quill.example');
      await form.getByLabel('Message').fill('Good evening');
      await expect.poll(() => send.isDisabled()).toBe(false);
      expect(await accessibilityProblems(page)).toEqual([]);
      await send.click();
      await page.getByText('Thanks for reaching out to us. We will get back to you very soon.').first().waitFor();
      await form.getByText('Your message has been sent successfully.').waitFor();
      await expect.poll(() => form.getByLabel('Message').inputValue()).toBe('');
    }));

  test('the contact form refuses a text over its limit without cutting the text', () =>
    visit(async (page) => {
      const form = page.locator('section#contact form');
      await form.getByLabel('Name').fill('Ada');
      await form.getByLabel('E-mail').fill('ada@quill.example');
      const text = 'tide '.repeat(1003).trim();
      await form.getByLabel('Message').fill(text);
      await form.getByText('Message takes at most 5000 characters; this text has 5014').waitFor();
      expect(await form.getByLabel('Message').inputValue()).toBe(text);
      expect(await form.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
      const answer = await page.request.post(`${server.address}/api/sendemail`, {
        data: { name: 'Ada', email: 'ada@quill.example', message: text },
      });
      expect([answer.status(), (await answer.json()).Data]).toMatchObject([
        400,
        { fields: { message: 'Message takes at most 5000 characters; this text has 5014' } },
      ]);
    }));

  test('input from before React loads is kept', () =>
    visit(async (page) => {
      // Type before any event that loads the form's script.
      await page.evaluate(`document.querySelector('#contact [name=message]').value = 'Typed early'`);
      const form = page.locator('section#contact form');
      await form.getByLabel('Name').fill('Ada');
      await form.getByLabel('E-mail').fill('ada@quill.example');
      await expect.poll(() => form.getByLabel('Message').inputValue()).toBe('Typed early');
      await expect.poll(() => form.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(false);
    }));

  test('a text over its limit from before React loads shows its message', () =>
    visit(async (page) => {
      await page.evaluate(`document.querySelector('#contact [name=message]').value = 'tide '.repeat(1003).trim()`);
      const form = page.locator('section#contact form');
      await form.getByLabel('Name').fill('Ada');
      await form.getByText('Message takes at most 5000 characters; this text has 5014').waitFor();
      expect(await form.getByText('E-mail is required').count()).toBe(0);
    }));

  test('the newsletter dialog opens from the header, accepts an address and returns focus', () =>
    visit(async (page) => {
      const opener = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscribe' });
      await scriptHasCome(page);
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const input = dialog.getByLabel('E-mail');
      expect(await input.getAttribute('type')).toBe('email');
      await input.fill('reader@post.example');
      await dialog.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByText('E-mail has been added successfully.').first().waitFor();
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
      // A click in the dialog, on its padding, too, keeps it open; a click beside it closes it.
      await page.keyboard.press('Enter');
      await dialog.click({ position: { x: 6, y: 40 } });
      expect(await dialog.isVisible()).toBe(true);
      await page.mouse.click(5, 5);
      await dialog.waitFor({ state: 'hidden' });
    }));
});

describe('sliders, pictures and videos', () => {
  test('the clients slider moves every second and stops during use and when paused', () =>
    visit(
      async (page) => {
        const slider = page.locator('section#clients [data-slider]');
        const track = slider.locator('[data-track]');
        const left = () => track.evaluate((element) => Math.round(element.scrollLeft));
        await slider.scrollIntoViewIfNeeded();
        await page.mouse.move(2, 2);
        await expect.poll(left, { timeout: 6000 }).toBeGreaterThan(0);
        // The pointer over the slider pauses it.
        await slider.locator('[data-track]').hover();
        await page.waitForTimeout(900);
        const hovered = await left();
        await page.waitForTimeout(1300);
        expect(await left()).toBe(hovered);
        await slider.getByRole('button', { name: /^Pause/ }).click();
        await page.mouse.move(2, 2);
        await page.evaluate('document.activeElement.blur()');
        await page.waitForTimeout(900);
        const stopped = await left();
        await page.waitForTimeout(1500);
        expect(await left()).toBe(stopped);
        expect(await slider.getAttribute('data-autoplay')).toBe('1000');
      },
      { reducedMotion: 'no-preference', viewport: { width: 1000, height: 800 } },
    ));

  test('the plans slider moves by button and by keyboard on a phone', () =>
    visit(
      async (page) => {
        const slider = page.locator('section#pricing [data-slider]');
        const left = () => slider.locator('[data-track]').evaluate((element) => Math.round(element.scrollLeft));
        await slider.scrollIntoViewIfNeeded();
        await slider.getByRole('button', { name: /^Next/ }).click();
        await expect.poll(left, { timeout: 5000 }).toBeGreaterThan(100);
        await slider.getByRole('button', { name: /^Previous/ }).press('Enter');
        await expect.poll(left, { timeout: 5000 }).toBeLessThan(10);
        // At the start, Previous shows the last slide.
        await slider.getByRole('button', { name: /^Previous/ }).press('Enter');
        const end = await slider.locator('[data-track]').evaluate((track) => track.scrollWidth - track.clientWidth);
        await expect.poll(left, { timeout: 5000 }).toBeGreaterThan(end - 10);
      },
      { viewport: { width: 375, height: 800 } },
    ));

  test('a picture has its blurred colours until it has loaded, in the same box; not in print and forced colours', async () => {
    const { page, context } = await openPage(browser);
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/images/**', async (route) => {
      await loading;
      await route.continue();
    });
    await page.goto(`${server.address}/`, { waitUntil: 'commit' });
    const hero = '#home picture img';
    await page.locator(hero).first().waitFor({ state: 'attached' });
    const background = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundImage`);
    expect(await background(hero)).toMatch(/^url\("data:image\/bmp;base64,/);
    expect(await background('header picture img')).toBe('none');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await background(hero)).toBe('none');
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    expect(await background(hero)).toBe('none');
    await page.emulateMedia({ media: 'screen' });
    const before = await page.locator(hero).first().boundingBox();
    load();
    await page.evaluate(`document.querySelector('${hero}').decode()`);
    expect(await page.locator(hero).first().boundingBox()).toEqual(before);
    await context.close();
  });

  test('a project opens in a dialog and Escape returns focus', () =>
    visit(async (page) => {
      const picture = page.locator('section#projects [data-gallery]').first();
      await scriptHasCome(page);
      await picture.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.mouse.click(5, 5);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => picture.evaluate((element) => element === document.activeElement)).toBe(true);
    }));

  test('a video loads only on request', () =>
    visit(async (page) => {
      expect(await page.locator('video, iframe').count()).toBe(0);
      const film = page.locator('section#presentation [data-video]').first();
      await scriptHasCome(page);
      await film.scrollIntoViewIfNeeded();
      await film.click();
      await page.locator('video').waitFor();
    }));
});

describe('the typefaces', () => {
  /** The first visit's typeface files, by name without the hash, in alphabetical order. */
  const files = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => name.match(/([a-z]+-[a-z]+)-[^/]*\.woff2$/)?.[1] ?? [])
        .sort(),
    );
  // Between the mark's removal and the next layout no typeface is requested yet, and the status is `loaded` too.
  const loaded = (page: Page) =>
    page.waitForFunction(
      () =>
        !document.documentElement.dataset.fonts &&
        document.fonts.status === 'loaded' &&
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.woff2')),
    );

  test('a page with English text loads the basic slices only, after the first paint', () =>
    visit(async (page) => {
      await loaded(page);
      expect(await files(page)).toEqual(['bricolage-basic', 'instrument-basic']);
      const [paint, first] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        Math.min(
          ...performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('.woff2'))
            .map(({ startTime }) => startTime),
        ),
      ]);
      expect(first).toBeGreaterThanOrEqual(paint ?? Number.NaN);
    }));

  test('without scripts the basic slices load too', async () => {
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${server.address}/`, { waitUntil: 'domcontentloaded' });
    await expect.poll(() => requested.filter((url) => url.endsWith('.woff2')).length).toBe(2);
    await context.close();
  });

  test('a letter outside the basic slices loads its slice and has the same typeface', () =>
    visit(async (page) => {
      await loaded(page);
      const protocol = await page.context().newCDPSession(page);
      await protocol.send('DOM.enable');
      await protocol.send('CSS.enable');
      /** Shows a heading and names the loaded typefaces that the browser draws the heading with. */
      const drawnWith = async (text: string) => {
        await page.locator('#home-title').evaluate((title, letters) => title.replaceChildren(letters), text);
        const { root } = await protocol.send('DOM.getDocument');
        const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#home-title' });
        const { fonts } = await protocol.send('CSS.getPlatformFontsForNode', { nodeId });
        return fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName);
      };
      for (const [text, slice] of [
        ['ä', 'bricolage-latin'],
        ['ł', 'bricolage-extended'],
        ['ệ', 'bricolage-vietnamese'],
      ] as const) {
        await expect.poll(() => drawnWith(text)).toEqual([expect.stringContaining('Bricolage Grotesque')]);
        expect(await files(page)).toContain(slice);
      }
      const loadedFiles = await files(page);
      expect(await drawnWith('Ω')).toEqual([]);
      expect(await files(page)).toEqual(loadedFiles);
    }));

  test.each([390, 768, 1440])('%i px: nothing shifts when late typefaces arrive', async (width) => {
    const { page, context, release, isDrawn, shift } = await openWithLateTypefaces(browser, server.address, width);
    expect(await isDrawn('Bricolage Basic')).toBe(false);
    release();
    await loaded(page);
    expect(await isDrawn('Bricolage Basic')).toBe(true);
    expect(await shift()).toBeLessThanOrEqual(0.01);
    await context.close();
  });

  test('a returning visitor sees the typefaces at once', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${server.address}/`);
    await loaded(page);
    await page.goto('about:blank');
    await page.goto(`${server.address}/`, { waitUntil: 'domcontentloaded' });
    expect(await page.locator('html').getAttribute('data-visit')).toBe('new');
    expect(await page.locator('html').getAttribute('data-fonts')).toBeNull();
    await context.close();
  });
});

test('pictures more than a screen below load when the visitor approaches', () =>
  visit(async (page) => {
    const picture = page.locator('section#offer img').last();
    const isLoaded = () => picture.evaluate((image) => image instanceof HTMLImageElement && image.currentSrc !== '');
    await page.waitForLoadState('networkidle');
    expect(await isLoaded()).toBe(false);
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(isLoaded).toBe(true);
  }));

test('text in another direction reads in its own', () =>
  visit(async (page) => {
    const title = page.locator('#home-title');
    expect(await title.getAttribute('dir')).toBe('auto');
    const direction = async (text: string) => {
      await title.evaluate((element, shown) => element.replaceChildren(shown), text);
      return title.evaluate((element) => getComputedStyle(element).direction);
    };
    expect([await direction('מגדלור'), await direction('Lighthouse')]).toEqual(['rtl', 'ltr']);
    const without = page.locator('main :is(h1, h2, h3, p, dt, blockquote):not([dir=auto], form *, .visually-hidden)');
    expect(await without.allTextContents()).toEqual(['The map comes from Google once you ask for it.']);
    expect(
      await page.locator('main form :is(input, textarea):not([dir=auto], [name=website], [type=hidden])').count(),
    ).toBe(0);
  }));

test('the back office opens from the page without a flash of the page', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.address}/#/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.locator('section#home').count()).toBe(0);
  await page.goto(`${server.address}/#features`);
  await page.locator('section#home').waitFor();
  await context.close();
});
