import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backOffice } from '../fixture/back-office.ts';
import { accessibilityProblems, failCalls, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const toast = (page: Page, text: string) => page.locator('.Toastify__toast').filter({ hasText: text });

/** Waits until a toast has appeared and only its progress bar moves. */
async function shown(page: Page, text: string) {
  await toast(page, text).first().waitFor();
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const isTime = animation instanceof CSSAnimation && animation.animationName.includes('track');
      return isTime || animation.playState !== 'running';
    }),
  );
}

/** Pauses or resumes the timers of the toasts. */
function setTime(page: Page, change: 'pause' | 'play') {
  return page.evaluate((change) => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && animation.animationName.includes('track')) animation[change]();
  }, change);
}

/** Names of the controls under a toast: a toast covers their centre or a corner. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.Toastify__toast')].map((element) => element.getBoundingClientRect());
    const dialog = document.querySelector('[role=dialog]');
    const controls = [
      ...(dialog ?? document).querySelectorAll('button, a[href], input, select, textarea, [tabindex="0"]'),
    ];
    return controls
      .filter(
        (control) => !control.closest('.Toastify__toast') && control.checkVisibility({ visibilityProperty: true }),
      )
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return toasts.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });
}

/** Pauses the toast with this text and checks at every width: top right, and no control covered. */
async function expectNothingCovered(page: Page, text: string) {
  await toast(page, text).first().waitFor();
  await setTime(page, 'pause');
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await shown(page, text);
    expect(await covered(page), `${text} at ${width} px`).toEqual([]);
    const box = await toast(page, text).first().boundingBox();
    expect(box?.y).toBeLessThan(120);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width / 2);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  await setTime(page, 'play');
}

test('toasts appear at the top right and cover no control: at the login, on a screen and in panels', async () => {
  const { page, context, problems } = await openPage(browser);
  const office = backOffice(page, server);
  await page.goto(`${server.address}/#/login`);
  await page.getByLabel('User name').fill(admin.userName);
  await page.getByRole('textbox', { name: 'Password' }).fill('not it');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectNothingCovered(page, 'The user name or password is incorrect.');

  await signInAsAdmin(page, server);
  await office.screen('menu', 'Menu Detail');
  await page.getByRole('button', { name: 'Edit Team', exact: true }).click();
  const entry = office.panel('Edit Menubar');
  await expect.poll(() => entry.getByLabel('Name', { exact: true }).inputValue()).toBe('Team');
  await office.saveAndClose(entry);
  await expectNothingCovered(page, 'Save Succesfull');
  // Controls below the toast work at once; the toast moves into the panel.
  await page.getByRole('button', { name: 'Add', exact: true }).click({ timeout: 2000 });
  await entry.waitFor();
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'hidden' });

  await office.screen('company', 'Company Detail');
  const company = await office.open('Edit', 'Edit Company Detail');
  const jpeg = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') };
  await company.locator('input[type=file]').first().setInputFiles(jpeg);
  await expectNothingCovered(page, 'Please upload PNG file');
  // The whole form fits, so that no field lies half under the row of buttons.
  await page.setViewportSize({ width: 1440, height: 1400 });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await company.waitFor({ state: 'hidden' });

  await office.screen('feature', 'Feature Detail');
  const features = await office.open('Features', 'Edit Feature Details');
  await page.route(/features\.items\.delete/, (route) => route.abort());
  await features
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectNothingCovered(page, 'Something Went Wrong');
  await page.unroute(/features\.items\.delete/);
  expect(problems).toEqual([]);
  await context.close();
});

test('toasts do not move the form; equal ones become one with a count, and the newest is on top', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 375, height: 800 } });
  const office = backOffice(page, server);
  await signInAsAdmin(page, server);
  await office.screen('promo', 'Promotion Detail');
  const panel = await office.open('Edit', 'Edit Promotion Detail');
  const field = panel.getByLabel('Title', { exact: true });
  const place = async () => (await field.boundingBox())?.y;
  const before = await place();
  await failCalls(page, 'promo\\.heading\\.save');
  const failed = toast(page, 'Something Went Wrong');
  for (const count of ['', '×2', '×3']) {
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await failed.filter({ hasText: count }).waitFor();
    expect(await place()).toBe(before);
  }
  expect(await page.locator('.Toastify__toast').count()).toBe(1);
  // The longest of the specification's messages.
  await expectNothingCovered(page, 'We have faced some technical issue');

  const jpeg = { name: 'picture.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await panel.locator('input[type=file]').setInputFiles(jpeg);
  await toast(page, 'Please upload PNG or JPEG file').waitFor();
  expect(await failed.isVisible()).toBe(false);
  expect(await place()).toBe(before);
  await context.close();
});

test('a toast pauses under the pointer, and stays five seconds in all when its panel closes', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const office = backOffice(page, server);
  await signInAsAdmin(page, server);
  await office.screen('company', 'Company Detail');
  const company = await office.open('Edit', 'Edit Company Detail');
  const jpeg = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') };
  await company.locator('input[type=file]').first().setInputFiles(jpeg);
  await toast(page, 'Please upload PNG file').hover();
  const time = (set?: number) =>
    page.evaluate((set) => {
      const [bar] = document
        .getAnimations()
        .filter((one) => one instanceof CSSAnimation && /track/.test(one.animationName));
      if (bar && set !== undefined) bar.currentTime = set;
      return { past: Number(bar?.currentTime), length: bar?.effect?.getTiming().duration, state: bar?.playState };
    }, set);
  await expect.poll(() => time()).toMatchObject({ length: 5000, state: 'paused' });
  await time(1000);
  await page.mouse.move(10, 600);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('banner').locator('.Toastify__toast').count()).toBe(1);
  expect((await time()).past).toBeGreaterThanOrEqual(1000);
  await context.close();
});
