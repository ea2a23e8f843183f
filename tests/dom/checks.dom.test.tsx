import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageContent } from '../../server/landing/page.ts';
import { checkPage } from '../../web/admin/checks/check-page.ts';
import { pastDate } from '../../web/admin/checks/rules/dates.ts';
import { type DomServer, startDomServer } from '../fixture/dom.ts';
import { trpcClient } from '../fixture/trpc.ts';
import '../../web/admin/content/screens.ts';

const today = '2026-03-20';

let server: DomServer;
let sample: PageContent;
beforeAll(async () => {
  server = await startDomServer();
  sample = await trpcClient(server.address, server.adminToken).landing.content.query();
  for (const picture of Object.values(sample.images)) picture.alt ??= 'Described';
});
afterAll(() => server.stop());

/** What the checks find on the sample page after a change, as `path field: severity`, without what they find before. */
function found(change: (content: PageContent) => void): string[] {
  const content = structuredClone(sample);
  change(content);
  const before = new Set(checkPage(sample, today).map(({ text }) => text));
  return checkPage(content, today)
    .filter(({ text }) => !before.has(text))
    .map(({ item, field, severity }) => `${item.path} ${field ?? '-'}: ${severity}`);
}

/** The first row of a list that the sample company has. */
function first<Row>(rows: readonly Row[] | undefined): Row {
  const [row] = rows ?? [];
  if (row === undefined) throw new Error('the sample company has no such row');
  return row;
}

test('the sample page has no problem', () => {
  expect(checkPage(sample, today).filter(({ severity }) => severity === 'problem')).toEqual([]);
});

test('links to a section that is hidden, or has no entries, are problems', () => {
  const toHidden = found((content) => {
    const layout = { id: 1, version: 1, position: 0, isActive: true, sectionOrder: '', hiddenSections: 'contactForm' };
    Object.assign(content.page, { layout: [layout] });
  });
  expect(toHidden).toContain('hero.buttons link: problem');
  expect(toHidden).toContain('pricing.plans buttonLink: problem');
  const toEmpty = found((content) => {
    if (content.team) content.team.members = [];
  });
  expect(toEmpty).toContain('menu.items link: problem');
});

test('an address without encryption, and two menu entries of one name, are advice', () => {
  const changed = found((content) => {
    first(content.company?.socialLinks).link = 'http://example.org/us';
    const entry = first(content.menu.items);
    content.menu.items.push({ ...entry, id: 900, text: entry.text.toUpperCase() });
  });
  expect(changed.toSorted()).toEqual(['company.socialLinks link: advice', 'menu.items text: advice']);
});

test('a picture of the content without a description is a problem; a decorative one, a background and a logo are none', () => {
  const changed = found((content) => {
    const [ana, ben] = content.team?.members ?? [];
    if (ana?.photo && ben?.photo) {
      delete content.images[ana.photo]?.alt;
      Object.assign(content.images[ben.photo] ?? {}, { alt: '' });
    }
    for (const hash of [content.team?.backgroundImage, content.company?.logo, first(content.clients?.items).logo])
      if (hash) delete content.images[hash]?.alt;
  });
  expect(changed).toEqual(['team.members photo: problem']);
});

test('a picture that is smaller than its place is advice', () => {
  const changed = found((content) => {
    const hash = first(content.projects?.items).backgroundImage;
    if (hash) Object.assign(content.images[hash] ?? {}, { width: 300, height: 200 });
  });
  expect(changed).toContain('projects.items backgroundImage: advice');
});

test('long texts and a plan without features are advice; placeholder texts are problems', () => {
  const changed = found((content) => {
    first(content.pricing?.plans).features = [];
    first(content.pricing?.plans).tagValue = 'Ribbon '.repeat(4);
    first(content.hero?.buttons).text = 'y'.repeat(30);
    first(content.services?.items).description = 'Lorem ipsum dolor';
    if (content.subscribe) content.subscribe.title = 'Todo lists for sailors';
    first(content.descriptions.items).title = 'TODO';
  });
  expect(changed.toSorted()).toEqual([
    'descriptions.items title: problem',
    'pricing.plans -: advice',
    'pricing.plans tagValue: advice',
    'services.items description: problem',
  ]);
});

test.each([
  ['Book until 12 March 2026', '12 March 2026'],
  ['Book until 20 March 2026', null],
  ['Ends on March 3rd, 2026.', 'March 3rd, 2026'],
  ['Offer ends 2026-03-19', '2026-03-19'],
  ['Spring fair, 01.03.2026', '01.03.2026'],
  ['Spring fair, 03/19/2026', '03/19/2026'],
  // 4 March or 3 April: the later one counts.
  ['Spring fair, 03/04/2026', null],
  ['Valid through February 2026', 'February 2026'],
  ['Valid through March 2026', null],
  ['Building boats since March 1998', null],
  ['Founded on 12 March 1998', null],
  ['Since 12 March 1998 on the water', null],
  ['Version 2024.1 of 12 ropes', null],
])('“%s” names the past date %s', (text, date) => {
  expect(pastDate(text, today)).toBe(date);
});

test('the copyright notice of an earlier year, and a very light colour, are advice', () => {
  const changed = found((content) => {
    if (content.company)
      Object.assign(content.company, { copyrightText: '© 2019–2025 Tidewright', accentColor: '#ffee99' });
  });
  expect(changed.toSorted()).toEqual(['company.heading accentColor: advice', 'company.heading copyrightText: advice']);
  expect(found((content) => Object.assign(content.company ?? {}, { copyrightText: '© 2019–2026 Tidewright' }))).toEqual(
    [],
  );
});
