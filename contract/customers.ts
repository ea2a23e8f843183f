import { z } from 'zod';
import { flag, image, line, paragraph } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';

/** Heading of the customer reviews (specification, section 3: Customer master). */
export const customerHeading = heading('background');

/** One customer. */
export const customer = z.object({
  firstName: line('First Name', 80),
  lastName: line('Last Name', 80),
  designation: line('Designation', 120),
  photo: image('Profile Photo', imageSlots.customerPhoto),
  isActive: flag(),
});

/** A customer's review. */
export const feedback = z.object({ text: paragraph('Feedback', 2000), isActive: flag() });
