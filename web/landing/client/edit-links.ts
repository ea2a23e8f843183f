import { castTo } from '../../../contract/cast.ts';
import { pageSections, sectionFacts } from '../../../contract/sections.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import { all, one } from './elements.ts';

/** A part of the page and where it is edited. */
export interface Editable {
  element: HTMLElement;
  name: string;
  address: string;
}

type Stored = { id: number } | null | undefined;

/** Asks the server which records the page shows. Null when the session has ended meanwhile. */
export async function loadShownContent(): Promise<PageContent | null> {
  const token = localStorage.getItem(sessionKeys.token) ?? '';
  const answer = await fetch('/trpc/landing.content', { headers: { authorization: `Bearer ${token}` } });
  if (answer.status === 401 || answer.status === 403) return null;
  if (!answer.ok) throw new Error(`The page's records could not be read: ${answer.status}`);
  const { result } = castTo<{ result: { data: PageContent } }>(await answer.json());
  return result.data;
}

/** The parts of the page that can be edited, in its order. */
export function editables(content: PageContent): Editable[] {
  const found = all('main > section').flatMap((element) => {
    const section = pageSections.find(({ anchor }) => anchor === element.id);
    if (!section) return [];
    // Each block of the offer is a record of its own.
    if (section.key === 'descriptions') return blocks(element, section, content);
    return editable(element, section, content[section.key], section.name);
  });
  const footer = one('body > footer');
  const company = { ...sectionFacts('company'), anchor: sectionFacts('contactDetails').anchor };
  return footer ? [...found, ...editable(footer, company, content.company, company.name)] : found;
}

/** Where the menu is edited: it has a screen and no panel. */
export const menuAddress = `/#/admin/${sectionFacts('menu').path}`;

/** The screen of a section, and the part of the page to come back to. */
interface EditedAt {
  path: string;
  anchor: string | undefined;
}

function blocks(element: HTMLElement, section: EditedAt & { name: string }, content: PageContent): Editable[] {
  return all('article', element).flatMap((block, place) =>
    editable(block, section, content.descriptions.items[place], `${section.name} ${place + 1}`),
  );
}

function editable(element: HTMLElement, { path, anchor }: EditedAt, record: Stored, name: string): Editable[] {
  return record ? [{ element, name, address: `/#/admin/${path}?edit=${record.id}&from=${anchor}` }] : [];
}
