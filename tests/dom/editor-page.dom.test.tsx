import { getByRole, waitFor } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageContent } from '../../server/landing/page.ts';
import { MarkedPage } from '../../web/admin/editor/page/marked-page.tsx';
import { spotAt, textAt } from '../../web/admin/editor/page/marks.ts';
import type { EditorSession, ItemKey } from '../../web/admin/editor/session/types.ts';
import { keyOf } from '../../web/admin/editor/session/types.ts';
import type { Row } from '../../web/admin/records/record-view.ts';
import { Page } from '../../web/landing/page.tsx';
import { type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: DomServer;
let content: PageContent;
beforeAll(async () => {
  server = await startDomServer();
  // Registers the views of all records.
  await openBackOffice(server);
  content = await trpcClient(server.address, server.adminToken).landing.content.query();
});
afterAll(() => server.stop());

/** The part of an editor's session that the page reads: rows that a test sets. */
function sessionOf(rows: Map<string, Row>) {
  const listeners = new Set<() => void>();
  const session: Pick<EditorSession, 'row' | 'subscribe'> = {
    row: (item) => rows.get(keyOf(item)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const set = (item: ItemKey, values: Record<string, unknown>) => {
    rows.set(keyOf(item), { id: item.id, version: 1, ...values });
    for (const listener of listeners) listener();
  };
  return { session, set };
}

function draw(session: Pick<EditorSession, 'row' | 'subscribe'>): HTMLElement {
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<MarkedPage session={session} content={content} section={undefined} />);
  return container;
}

test('the public page has no marks', () => {
  const markup = renderToStaticMarkup(<Page content={content} />);
  expect(markup).toContain('Tidewright');
  expect(markup).not.toMatch(/data-item|data-field|data-text|page-text/);
});

test('the page in the editor marks every item of the content, and reads as the public page', async () => {
  const page = draw(sessionOf(new Map()).session);
  await waitFor(() => getByRole(page, 'contentinfo'));
  const marked = new Set([...page.querySelectorAll<HTMLElement>('[data-item]')].map(({ dataset }) => dataset.item));
  const expected = Object.entries(content).flatMap(([section, value]) =>
    section === 'images' || section === 'page' ? [] : itemsOf(section, value),
  );
  expect(expected.filter((key) => !marked.has(key))).toEqual([]);
  const publicPage = document.createElement('div');
  publicPage.innerHTML = renderToStaticMarkup(<Page content={content} />);
  expect(page.textContent).toBe(publicPage.textContent);
});

/** The keys of a section's rows. */
function itemsOf(section: string, value: unknown, record = 'heading'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'id' in value ? [`${section}.${record} ${value.id}`] : [];
  const lists = Object.entries(value).filter(([, list]) => Array.isArray(list));
  return [...own, ...lists.flatMap(([key, list]) => list.flatMap((row: unknown) => itemsOf(section, row, key)))];
}

test('a text follows its field at once, without rendering its section again', async () => {
  const { session, set } = sessionOf(new Map());
  const page = draw(session);
  const plan = { path: 'pricing.plans', id: 1 } as const;
  await waitFor(() => getByRole(page, 'contentinfo'));
  const text = page.querySelector<HTMLElement>('[data-item="pricing.plans 1"][data-field=title][data-text]');
  const node = text?.firstChild;
  set(plan, { title: 'Skiff' });
  await waitFor(() => expect(text?.textContent).toBe('Skiff'));
  // What the user has typed stays as it is in the document, so that the caret does not move.
  if (text) text.textContent = 'Skiffs';
  const typed = text?.firstChild;
  set(plan, { title: 'Skiffs' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(text?.firstChild).toBe(typed);
  expect(typed).not.toBe(node);
});

test('an element names its item, and its field if it shows a single one', async () => {
  const page = draw(sessionOf(new Map()).session);
  await waitFor(() => getByRole(page, 'contentinfo'));
  const at = (selector: string) => {
    const spot = spotAt(page.querySelector(selector));
    return spot && [keyOf(spot.item), spot.field];
  };
  expect(at('#team li img')).toEqual([`team.members ${content.team?.members[0]?.id}`, 'photo']);
  expect(at('#team li')).toEqual([`team.members ${content.team?.members[0]?.id}`, undefined]);
  // A heading is wider than its text.
  expect(at('#promo h2')).toEqual([`promo.heading ${content.promo?.id}`, 'title']);
  expect(at('#facts dd')).toEqual([`facts.items ${content.facts?.items[0]?.id}`, 'count']);
  expect(at('#main')).toBe(null);
  expect(textAt(page.querySelector('#promo h2'))?.textContent).toBe(content.promo?.title);
});
