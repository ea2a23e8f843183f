import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Answers = inferRouterOutputs<AppRouter>['alarms']['incidents'];

/** An incident as lists answer it. */
export type Incident = Answers['list']['open'][number];
/** An incident with its servers, its timeline and everyone who was notified. */
export type IncidentDetail = Answers['detail'];
/** An entry of a timeline. */
export type Entry = IncidentDetail['entries'][number];
