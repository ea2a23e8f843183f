import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

// An installation without sample content, filled in step by step.
let server: TestServer;
let browser: Browser;
let api: ReturnType<typeof trpcClient>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ SAMPLE_CONTENT: 'off' }), launchBrowser()]);
  api = trpcClient(server.address, server.adminToken);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const sizes = [
  { width: 390, height: 800 },
  { width: 768, height: 1000 },
  { width: 1440, height: 900 },
];

/** Opens the page as a visitor in both colour schemes, and expects a page without flaws at each width. */
async function visit(check: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, context, problems } = await openPage(browser, { colorScheme });
    await page.goto(server.address);
    await check(page);
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
    expect(problems).toEqual([]);
    await context.close();
  }
}

test('a visitor reads that the page is coming soon, without an empty menu, navigation or placeholder', () =>
  visit(async (page) => {
    expect(await page.title()).toBe('Coming soon');
    await page.getByRole('heading', { level: 1, name: 'Coming soon' }).waitFor();
    await page.getByText('This page is being prepared.').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('link').count()).toBe(1);
    expect(await page.locator('body').textContent()).not.toContain('Your company');
  }));

test('an admin sees the steps on the page and on Company, with links to the screens', async () => {
  const { page, context, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await signInAsAdmin(page, server);
  const steps = page.getByRole('region', { name: 'Set up your page' });
  await steps.getByText('0 of 5 done').waitFor();
  expect(await steps.getByRole('link', { name: 'Introduction', exact: true }).getAttribute('href')).toBe(
    '#/admin/page?section=hero',
  );
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit Your company' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Company Detail' });
  const values = {
    Name: 'Lantern & Co',
    Address: '1 Quay',
    Email: 'hello@lantern.example',
    City: 'Port',
    Zip: '12345',
    'Contact Number': '+4912345',
    'Copyright Text': '© Lantern & Co',
  };
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('IsActive', { exact: true }).selectOption({ label: 'Yes' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await steps.getByText('1 of 5 done').waitFor();
  expect(await steps.getByRole('link', { name: 'Company Detail' }).count()).toBe(0);

  await page.goto(server.address);
  await page.getByText('Set up your page: 1 of 5 done').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const fields = page.getByRole('complementary', { name: 'Fields' });
  await page.getByRole('link', { name: 'Get In Touch', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Page' }).waitFor();
  const title = fields.getByLabel('Title', { exact: true });
  await title.waitFor();
  expect(new URL(page.url()).hash).toBe('#/admin/page?section=contactForm');
  // The checklist in the editor opens a section, the one of the address too.
  await page.keyboard.press('Escape');
  await title.waitFor({ state: 'detached' });
  await fields.getByRole('link', { name: 'Get In Touch', exact: true }).click();
  await title.waitFor();
  await page.goto(`${server.address}/#/admin/company`);
  await steps.getByRole('link', { name: 'Menu', exact: true }).click();
  await fields.getByRole('heading', { name: 'Menu', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a visitor reads the name of an active company and how to reach it, but no steps', () =>
  visit(async (page) => {
    expect(await page.title()).toBe('Lantern & Co: Coming soon');
    await page.getByText('Lantern & Co is preparing this page.').waitFor();
    const mail = page.getByRole('link', { name: 'Write to us' });
    expect(await mail.getAttribute('href')).toBe('mailto:hello@lantern.example');
    expect(await page.getByText('Set up your page').count()).toBe(0);
  }));

test('a page without an introduction has a title, a visible header and a way to the top', async () => {
  const [heading] = await api.services.heading.list.query({});
  if (!heading) throw new Error('no heading');
  const values = { ...heading, title: 'Lamps we keep lit', subTitle: 'All of them', isActive: true };
  await api.services.heading.save.mutate({ id: heading.id, values });
  const service = { name: 'Wicks', description: 'Trimmed daily', icon: 'uk-icon-trophy', isActive: true } as const;
  await api.services.items.save.mutate({ parentId: heading.id, values: service });
  await api.menu.items.save.mutate({ values: { text: 'Services', link: 'services', isActive: true } });
  await visit(async (page) => {
    expect(await page.getByText('Coming soon').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lantern & Co');
    await page.setViewportSize({ width: 1440, height: 400 });
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' });
    const [header, body] = await Promise.all(
      ['[data-header]', 'body'].map((part) =>
        page.locator(part).evaluate((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return [color, backgroundColor];
        }),
      ),
    );
    expect(header).toEqual(body);
    await entry.click();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Lantern & Co: to the top' }).click();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  });
});
