import type { inferRouterOutputs } from '@trpc/server';
import { type Outcome, outcomeNames } from '../../../contract/message-outcomes.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import type { Period } from '../telephony/log-period.ts';

type Answers = inferRouterOutputs<AppRouter>['desk'];

export type Attention = Answers['attention'];
export type AttentionItem = Attention['items'][number];
export type OfflineServer = Extract<AttentionItem, { kind: 'offlineServer' }>;
export type Changes = Answers['changes'];
export type LastDay = Answers['lastDay'];
export type OwnServer = Answers['ownServers']['servers'][number];
export type OwnMessages = Answers['ownMessages'];
export type OwnContact = Answers['ownContacts']['contacts'][number];

type Counts = Record<Outcome, number>;

const tones = { delivered: 'good', received: 'other', pending: 'waiting', failed: 'bad' } as const;

/** Messages by outcome as series of a chart; each leads to these messages in the log. */
export function messageSeries(counts: readonly Counts[], period: Period) {
  return (['delivered', 'received', 'pending', 'failed'] as const).map((outcome) => ({
    word: outcomeNames[outcome].toLowerCase(),
    tone: tones[outcome],
    values: counts.map((count) => count[outcome]),
    href: `#/admin/twilio-log?period=${period}&outcome=${outcome}`,
  }));
}
