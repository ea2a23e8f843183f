import type { EditorSession, ItemKey } from '../session/types.ts';
import { sectionOf, sectionsOf } from './sections.ts';

/** True for an item, or the section of a heading, that visitors do not see although its place on the page is known. */
export function isHidden(session: EditorSession, item: ItemKey): boolean {
  const row = session.row(item);
  if (row?.isActive === false || row?.showOnHomePage === false) return true;
  const section = sectionOf(item);
  return section !== undefined && sectionsOf(session).some(({ key, isShown }) => key === section && !isShown);
}

/** Hides or shows an item; for a heading, the whole section. */
export function setHidden(session: EditorSession, item: ItemKey, hide: boolean): void {
  const section = sectionOf(item);
  const row = session.row(item);
  if (section !== undefined) session.showSection(section, !hide);
  if (hide && section === undefined) session.change(item, 'isActive', false);
  if (hide) return;
  for (const field of ['isActive', 'showOnHomePage']) if (row?.[field] === false) session.change(item, field, true);
}
