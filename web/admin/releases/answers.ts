import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Answers = inferRouterOutputs<AppRouter>['releases'];

/** A release in the list. */
export type ListedRelease = Answers['list'][number];
/** A release with its changes, conflicts, comments and preview links. */
export type FullRelease = Answers['get'];
/** A change of a release. */
export type ReleaseChange = FullRelease['changes'][number];
/** A change that needs a decision, or one of its fields that does. */
export type ReleaseConflict = FullRelease['conflicts'][number];
