import { z } from 'zod';
import { activeFlag, hinted, image, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';

/** Heading of the customer reviews (specification, section 3: Customer master). */
export const customerHeading = heading('background');

/** One customer. */
export const customer = z.object({
  firstName: line('First Name', 80),
  lastName: line('Last Name', 80),
  designation: hinted(line('Designation', 120), 'Role or job title'),
  photo: image('Profile Photo', imageSlots.customerPhoto),
  isActive: activeFlag(),
});

/** A customer's review. */
export const feedback = z.object({ text: paragraph('Feedback', 2000), isActive: activeFlag() });
