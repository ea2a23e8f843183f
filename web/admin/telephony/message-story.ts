import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

/** One message from its cause to its end. */
export type Story = inferRouterOutputs<AppRouter>['telephony']['log']['story'];
