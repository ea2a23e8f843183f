import { findByRole, getByRole, screen } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageContent } from '../../server/landing/page.ts';
import { client as api } from '../../web/admin/api/client.ts';
import { checkPage } from '../../web/admin/checks/check-page.ts';
import { pastDate } from '../../web/admin/checks/rules/dates.ts';
import { type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';
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

test('a section that the layout hides has no findings', () => {
  const changed = found((content) => {
    const layout = { id: 1, version: 1, position: 0, isActive: true, sectionOrder: '', hiddenSections: 'services' };
    Object.assign(content.page, { layout: [layout] });
    first(content.services?.items).description = 'Lorem ipsum dolor';
  });
  expect(changed.filter((one) => one.startsWith('services.'))).toEqual([]);
});

test('a text in place of an address, and a video that the page cannot play, are problems; addresses and paths are none', () => {
  const changed = found((content) => {
    const [ours, theirs, third] = content.menu.items;
    Object.assign(ours ?? {}, { link: 'our boats' });
    Object.assign(theirs ?? {}, { link: '/status' });
    Object.assign(third ?? {}, { link: 'mailto:desk@tidewright.example' });
    first(content.presentation?.videos).link = 'https://films.example/12';
  });
  expect(changed.toSorted()).toEqual(['menu.items link: problem', 'presentation.videos link: problem']);
});

test('a company without a name or an e-mail address is a problem', () => {
  expect(found((content) => Object.assign(content.company ?? {}, { name: ' ', email: '' }))).toEqual([
    'company.heading name: problem',
    'company.heading email: problem',
  ]);
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

test('a picture that is much smaller than its place is advice; a slightly smaller one is none', () => {
  const withSize = (size: { width: number; height: number }) =>
    found((content) => {
      const hash = first(content.projects?.items).backgroundImage;
      if (hash) Object.assign(content.images[hash] ?? {}, size);
    });
  expect(withSize({ width: 809, height: 539 })).toContain('projects.items backgroundImage: advice');
  expect(withSize({ width: 810, height: 539 })).toEqual([]);
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

test.each(['Anna’s % \\ "quoted" <b>', '12/13/14/2026', '99.99.2026', '2026-02-31', '½ 03.2026'])(
  'the odd text “%s” fails no rule',
  (text) => {
    expect(() =>
      found((content) => {
        first(content.services?.items).description = text;
        first(content.menu.items).link = text;
      }),
    ).not.toThrow();
  },
);

test('the list of a release names problems with links to the editor, and the questions before publishing have them', async () => {
  const office = await openBackOffice(server);
  const plan = first(await api.pricing.plans.list.query({}));
  const { id } = await api.releases.create.mutate({ name: 'Summer prices' });
  await api.pricing.plans.save.mutate({ id: plan.id, values: { ...plan, title: 'Lorem ipsum' }, release: id });
  await office.open(`releases/${id}`, 'Summer prices');
  const words = /placeholder text: “Lorem ipsum”/;
  const region = await screen.findByRole('region', { name: 'Before you publish' });
  const link = getByRole(region, 'link', { name: words });
  expect(link.getAttribute('href')).toBe(`#/admin/page?item=pricing.plans%3A${plan.id}&field=title`);

  await office.user.click(screen.getByRole('button', { name: 'Schedule' }));
  const schedule = await screen.findByRole('dialog', { name: 'Schedule: Summer prices' });
  await findByRole(schedule, 'link', { name: words });
  await office.user.click(getByRole(schedule, 'button', { name: 'Cancel' }));

  await office.user.click(screen.getByRole('button', { name: 'Publish now' }));
  const question = await screen.findByRole('dialog', { name: 'Publish “Summer prices” now?' });
  getByRole(question, 'link', { name: words });
  await office.user.click(getByRole(question, 'button', { name: 'Publish anyway' }));
  await screen.findByText('Visitors see “Summer prices” now.');
  const plans = await api.pricing.plans.list.query({});
  expect(plans.find((row) => row.id === plan.id)?.title).toBe('Lorem ipsum');
});
