import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Answers = inferRouterOutputs<AppRouter>['users'];

/** A user of the list. */
export type Person = Answers['list']['users'][number];

/** A new link of a user. */
export type GivenLink = Answers['giveLink'];

/** First and last name; empty without them. */
export function fullName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}
