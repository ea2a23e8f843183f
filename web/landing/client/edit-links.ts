import { castTo } from '../../../contract/cast.ts';
import { pageSections, sectionFacts } from '../../../contract/sections.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import { all, one } from './elements.ts';

/** A part of the page with a link to its editor. */
export interface Editable {
  element: HTMLElement;
  name: string;
  url: string;
}

type StoredRecord = { id: number } | null | undefined;

/** Loads the page's content. Null if the session has expired. */
export async function loadPageContent(): Promise<PageContent | null> {
  const token = localStorage.getItem(sessionKeys.token) ?? '';
  const response = await fetch('/trpc/landing.content', { headers: { authorization: `Bearer ${token}` } });
  if (response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw new Error(`the page's content could not be loaded: ${response.status}`);
  // Typed by the server's router, whose client library is too large for this script.
  const { result } = castTo<{ result: { data: PageContent } }>(await response.json());
  return result.data;
}

/** The editable parts in page order. */
export function editables(content: PageContent): Editable[] {
  const inMain = all('main > section').flatMap((element) => {
    const section = pageSections.find(({ anchor }) => anchor === element.id);
    if (!section) return [];
    // Each block is a separate record.
    if (section.key === 'descriptions') return editableBlocks(element, section, content);
    return editable(element, section, content[section.key], section.name);
  });
  const footer = one('body > footer');
  const company = { ...sectionFacts('company'), anchor: sectionFacts('contactDetails').anchor };
  return footer ? [...inMain, ...editable(footer, company, content.company, company.name)] : inMain;
}

/** URL of the menu's screen. */
export const menuUrl = `/#/admin/${sectionFacts('menu').path}`;

/** Path of a section's screen, and the anchor to return to. */
interface EditorLink {
  path: string;
  anchor: string | undefined;
}

function editableBlocks(
  element: HTMLElement,
  section: EditorLink & { name: string },
  content: PageContent,
): Editable[] {
  return all('article', element).flatMap((block, index) =>
    editable(block, section, content.descriptions.items[index], `${section.name} ${index + 1}`),
  );
}

function editable(element: HTMLElement, { path, anchor }: EditorLink, record: StoredRecord, name: string): Editable[] {
  return record ? [{ element, name, url: `/#/admin/${path}?edit=${record.id}&from=${anchor}` }] : [];
}
