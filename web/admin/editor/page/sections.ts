import { type PlacedSection, placedSections } from '../../../../contract/page-layout.ts';
import { type PageSectionKey, pageSections } from '../../../../contract/sections.ts';
import type { EditorSession, ItemKey } from '../session/types.ts';

/** The section of the page whose heading is the item; undefined for other items. */
export function sectionOf({ path }: ItemKey): PageSectionKey | undefined {
  return pageSections.find(({ key }) => path === `${key}.heading`)?.key;
}

/** The sections in the order of the working copy. */
export function sectionsOf(session: EditorSession): PlacedSection[] {
  const [layout] = session.list('page.layout');
  if (!layout) return placedSections(undefined);
  const { sectionOrder, hiddenSections } = layout;
  return placedSections({ sectionOrder: String(sectionOrder ?? ''), hiddenSections: String(hiddenSections ?? '') });
}

/** Place of the nearest section before (-1) or after (1) a section that the page shows; null if there is none. */
export function neighbourPlace(
  page: Document,
  session: EditorSession,
  key: PageSectionKey,
  direction: -1 | 1,
): number | null {
  const order = sectionsOf(session);
  const start = order.findIndex((section) => section.key === key);
  for (let place = start + direction; place >= 0 && place < order.length; place += direction) {
    const anchor = pageSections.find((section) => section.key === order[place]?.key)?.anchor;
    if (anchor && page.getElementById(anchor)) return place;
  }
  return null;
}
