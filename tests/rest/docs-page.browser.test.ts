import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsPage } from '../../server/rest/docs-page.ts';
import { routeGroups } from '../../server/rest/registry.ts';
import { accessibilityProblems, launchBrowser, openPage } from '../fixture/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
] as const)('/api/docs in %s, %i px wide', async (colorScheme, width) => {
  const { page, context, problems } = await openPage(browser, { colorScheme, viewport: { width, height: 800 } });
  await page.setContent(docsPage(routeGroups));
  expect(await page.getByRole('heading', { name: 'Company', exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('rowheader', { name: 'GET /api/getcompanymasterdetail' }).isVisible()).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
