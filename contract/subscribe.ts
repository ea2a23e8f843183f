import { z } from 'zod';
import { email } from './fields.ts';
import { heading } from './heading.ts';

/** Heading of the newsletter section (specification, section 3: Subscribe). */
export const subscribeHeading = heading('background');

/** The newsletter form; `website` is a honeypot that people leave empty. */
export const subscription = z.object({ email: email('E-mail'), website: z.string().max(200).default('') });
