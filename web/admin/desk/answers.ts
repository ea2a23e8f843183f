import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Answers = inferRouterOutputs<AppRouter>['desk'];

export type Attention = Answers['attention'];
export type AttentionItem = Attention['items'][number];
export type OfflineServer = Extract<AttentionItem, { kind: 'offlineServer' }>;
export type Changes = Answers['changes'];
export type LastDay = Answers['lastDay'];

/** Outcomes of messages on screen. */
export const outcomeWords = {
  delivered: 'delivered',
  underway: 'on the way',
  failed: 'not delivered',
  received: 'received',
} as const;
