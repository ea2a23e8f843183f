import { z } from 'zod';
import { email } from './fields.ts';
import { heading } from './heading.ts';

/** Heading of the newsletter section (specification, section 3: Subscribe). */
export const subscribeHeading = heading('background');

/** What subscribers agree to. Another text takes a new version; stored subscriptions keep the text of theirs. */
export const consent = {
  version: '1',
  text: 'By subscribing you agree to receive our newsletter by e-mail. You can unsubscribe at any time with the link in every newsletter.',
} as const;

/**
 * The newsletter form. `consentVersion` is the version of the consent that the form has shown; `website` is a honeypot
 * that people leave empty.
 */
export const subscription = z.object({
  email: email('E-mail'),
  consentVersion: z.enum(['', consent.version]).default(''),
  website: z.string().max(200).default(''),
});

/** Where a subscription stands; newsletters go to `subscribed` addresses only. */
export type SubscriptionState = 'waiting' | 'subscribed' | 'unsubscribed';

/** The words for each state, on the screen and in the CSV file. */
export const subscriptionStates: Readonly<Record<SubscriptionState, string>> = {
  waiting: 'Waiting for confirmation',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
};
