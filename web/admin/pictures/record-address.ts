import { sections } from '../../../contract/sections.ts';
import type { PicturePlace } from './types.ts';

/** The name of a place's section in the back office. */
export function sectionTitle({ section }: Pick<PicturePlace, 'section'>): string {
  return sections.find(({ key }) => key === section)?.sidebar ?? section;
}

/** Address of the form of the row that has the picture. */
export function recordAddress({ section, id, parentId }: PicturePlace): string {
  const facts = sections.find(({ key }) => key === section);
  return `#/admin/${facts?.path ?? ''}?${parentId === null ? `edit=${id}` : `list=${parentId}&row=${id}`}`;
}

/** What a place is called: the row's title, or the name of its record. */
export function placeTitle({ title, name }: PicturePlace): string {
  return title === '' ? name : title;
}
