import { sections } from '../../../contract/sections.ts';

/** A row of the page's content, and the rows above. */
interface RowPlace {
  section: string;
  id: number;
  /** Null for a record without a parent. */
  parentId: number | null;
  /** The parent's parent, for a row of a row of a row. */
  grandparentId?: number | null;
}

/** The name of a section in the back office. */
export function sectionTitle({ section }: Pick<RowPlace, 'section'>): string {
  return sections.find(({ key }) => key === section)?.sidebar ?? section;
}

/** Address of the form of a row (web/admin/shell/use-panels.ts). */
export function recordAddress({ section, id, parentId, grandparentId = null }: RowPlace): string {
  const facts = sections.find(({ key }) => key === section);
  return `#/admin/${facts?.path ?? ''}?${panelOf(id, parentId, grandparentId)}`;
}

function panelOf(id: number, parentId: number | null, grandparentId: number | null): string {
  if (parentId === null) return `edit=${id}`;
  return grandparentId === null ? `list=${parentId}&row=${id}` : `list=${grandparentId}&sub=${parentId}&row=${id}`;
}

/** What a row is called: its title, or the name of its record. */
export function placeTitle({ title, name }: { title: string; name: string }): string {
  return title === '' ? name : title;
}
