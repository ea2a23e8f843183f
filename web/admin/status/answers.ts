import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Answers = inferRouterOutputs<AppRouter>['status'];

export type Incident = Answers['incidents'][number];
export type SubscriberPage = Answers['subscribers'];
export type Subscriber = SubscriberPage['subscribers'][number];
export type StatusGroup = Answers['groups'][number];
