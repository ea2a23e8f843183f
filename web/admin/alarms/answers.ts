import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

/** A channel as lists answer it. */
export type Channel = inferRouterOutputs<AppRouter>['alarms']['channels']['list'][number];

/** A rota as lists answer it. */
export type Rota = inferRouterOutputs<AppRouter>['alarms']['rotas']['list'][number];
/** A contact who can be on call. */
export type Person = inferRouterOutputs<AppRouter>['alarms']['rotas']['people'][number];
/** A shift of a preview, or a gap. */
export type Shift = inferRouterOutputs<AppRouter>['alarms']['rotas']['preview'][number];
/** A policy as lists answer it. */
export type Policy = inferRouterOutputs<AppRouter>['alarms']['policies']['list'][number];
/** Everything that a policy can name. */
export type PolicyChoices = inferRouterOutputs<AppRouter>['alarms']['policies']['choices'];
