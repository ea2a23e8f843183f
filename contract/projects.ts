import { z } from 'zod';
import { activeFlag, image, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';

/** Heading of the project gallery (specification, section 3: Project master). */
export const projectHeading = heading('wideBackground');

/** One project. */
export const project = z.object({
  title: line('Title', 160),
  description: paragraph('Description', 2000),
  backgroundImage: image('Background Image', imageSlots.projectPicture),
  isActive: activeFlag(),
});
