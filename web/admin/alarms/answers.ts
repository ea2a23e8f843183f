import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

/** A channel as lists answer it. */
export type Channel = inferRouterOutputs<AppRouter>['alarms']['channels']['list'][number];
