import type { ImageSlot } from '../../../../contract/images.ts';
import type { Finding, Rule } from '../finding.ts';
import { itemsOf } from '../items.ts';

/** Part of the recommended width and height below which a picture looks blurred. */
const leastPart = 0.75;

/** Pictures of the content without an alternative text, and pictures much smaller than their place. */
export const pictures: Rule = (content) =>
  itemsOf(content).flatMap(({ path, id, name, fields }) =>
    fields.flatMap(({ name: field, info: { slot }, value }): Finding[] => {
      const picture = typeof value === 'string' ? content.images[value] : undefined;
      if (!slot || !picture) return [];
      const found: Finding[] = [];
      if (slot.role === 'content' && picture.alt === undefined)
        found.push({
          severity: 'problem',
          text: `The picture of the ${name} has no alternative text.`,
          advice: 'Describe the picture for people who cannot see it, or mark it as decorative.',
          item: { path, id },
          field,
        });
      const least = smallestSize(slot);
      if (least && picture.width < leastPart * least.width && picture.height < leastPart * least.height)
        found.push({
          severity: 'advice',
          text: `The picture of the ${name} is small: ${picture.width} × ${picture.height} pixels.`,
          advice: `Use one of at least ${least.width} × ${least.height} pixels: smaller ones look blurred.`,
          item: { path, id },
          field,
        });
      return found;
    }),
  );

/** The recommended size of a slot, in px. */
function smallestSize({ recommended }: ImageSlot): { width: number; height: number } | null {
  const [width, height] = (recommended ?? '').split('*').map(Number);
  return width && height ? { width, height } : null;
}
