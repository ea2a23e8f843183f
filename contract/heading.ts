import { z } from 'zod';
import { activeFlag, image, line } from './fields.ts';
import { type ImageSlotName, imageSlots } from './images.ts';

/** The heading record of most sections (specification, section 3): title, sub title, background, active flag. */
export function heading(slot: ImageSlotName) {
  return z.object({
    title: line('Title', 160),
    subTitle: line('Sub Title', 400),
    backgroundImage: image('Background Image', imageSlots[slot]),
    isActive: activeFlag('Shown on the page; No hides the whole section'),
  });
}
