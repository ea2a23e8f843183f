import { z } from 'zod';
import { activeFlag, fieldInfo } from './fields.ts';
import { type PageSectionKey, pageSections } from './sections.ts';

const keys = pageSections.map(({ key }) => key);

/** Keys of sections of the page, separated by spaces. */
function sectionList(label: string) {
  return z
    .string({ error: `${label} must be text` })
    .trim()
    .max(400, `${label} is too long`)
    .refine(
      (text) => namesIn(text).every((name) => keys.some((key) => key === name)),
      `${label} has an unknown section`,
    )
    .refine((text) => new Set(namesIn(text)).size === namesIn(text).length, `${label} has a section twice`)
    .default('')
    .register(fieldInfo, { label });
}

function namesIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Order and visibility of the page's sections. Without a row of it, the order is the specification's and all are shown. */
export const pageLayout = z.object({
  sectionOrder: sectionList('Order'),
  hiddenSections: sectionList('Hidden sections'),
  isActive: activeFlag(),
});

/** A section's place on the page. */
export interface PlacedSection {
  key: PageSectionKey;
  /** False if the layout hides the section, whatever its content. */
  isShown: boolean;
}

/** The page's sections in the order of a layout. A section that the layout does not name keeps its place of contract/sections.ts. */
export function placedSections(layout: { sectionOrder: string; hiddenSections: string } | undefined): PlacedSection[] {
  const named = namesIn(layout?.sectionOrder ?? '');
  const ordered = keys.filter((key) => named.includes(key)).sort((a, b) => named.indexOf(a) - named.indexOf(b));
  for (const [place, key] of keys.entries()) {
    if (ordered.includes(key)) continue;
    const before = keys[place - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, key);
  }
  const hidden = new Set(namesIn(layout?.hiddenSections ?? ''));
  return ordered.map((key) => ({ key, isShown: !hidden.has(key) }));
}
