import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Outputs = inferRouterOutputs<AppRouter>['privacy'];

/** What a search has found. */
export type Search = Outputs['search'];
export type FoundKind = Search['kinds'][number];
/** A kind with its retention. */
export type Retention = Outputs['retention'][number];
