import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Outputs = inferRouterOutputs<AppRouter>['images'];

/** What is kept with a picture. */
export type KeptPicture = NonNullable<Outputs['details']>;

/** A picture of the library, and where it is used. */
export type LibraryPicture = Outputs['get'];
