import { z } from 'zod';
import { activeFlag, choice, hinted, image, line, paragraph } from './fields.ts';
import { imageSlots } from './images.ts';

/** The side of the picture; REST has 1 = left, 2 = right (design, section 6). */
export const positions = ['left', 'right'] as const;

/** A description block: text beside a picture (specification, section 3: Description). */
export const description = z.object({
  title: line('Title', 160),
  description: paragraph('Description', 4000),
  backgroundImage: image('Background Image', imageSlots.descriptionPicture),
  side: hinted(choice('Position', positions), 'The side of the picture'),
  isActive: activeFlag(),
});
