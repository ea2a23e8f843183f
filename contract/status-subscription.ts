import { z } from 'zod';
import { email } from './fields.ts';

/** The form of the status page; `website` is a honeypot that people leave empty. */
export const statusSubscription = z.object({
  email: email('E-mail'),
  website: z.string().max(200).default(''),
});

/** The path that the form posts to. */
export const statusSubscriptionPath = '/api/subscribestatus';
