import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

type Answers = inferRouterOutputs<AppRouter>['desk'];

export type Attention = Answers['attention'];
export type AttentionItem = Attention['items'][number];
export type OfflineServer = Extract<AttentionItem, { kind: 'offlineServer' }>;
export type Changes = Answers['changes'];
export type LastDay = Answers['lastDay'];
export type OwnServer = Answers['ownServers']['servers'][number];
export type OwnMessages = Answers['ownMessages'];
export type OwnContact = Answers['ownContacts']['contacts'][number];

/** Outcomes of messages on screen. */
export const outcomeWords = {
  delivered: 'delivered',
  underway: 'on the way',
  failed: 'not delivered',
  received: 'received',
} as const;

type Counts = Record<keyof typeof outcomeWords, number>;

/** Messages by outcome as series of a chart. */
export function messageSeries(counts: readonly Counts[]) {
  const tones = { delivered: 'good', received: 'other', underway: 'waiting', failed: 'bad' } as const;
  return (['delivered', 'received', 'underway', 'failed'] as const).map((outcome) => ({
    word: outcomeWords[outcome],
    tone: tones[outcome],
    values: counts.map((count) => count[outcome]),
  }));
}
