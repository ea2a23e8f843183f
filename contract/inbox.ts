import { z } from 'zod';
import { email, line, paragraph } from './fields.ts';

/** The public contact form (specification, section 5); `website` is a honeypot that people leave empty. */
export const contactMessage = z.object({
  name: line('Name', 120),
  email: email('E-mail'),
  message: paragraph('Message', 5000).min(2, 'Message must be longer than 1 character'),
  website: z.string().max(200).default(''),
});
