import { heading } from './heading.ts';

/** Heading of the contact form (specification, section 3: Get in touch). */
export const contactFormHeading = heading('wideBackground');
