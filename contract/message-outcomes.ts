import type { MessageStatus } from './telephony.ts';

/** What became of a message, with the provider's statuses that mean it. */
export const statusesOfOutcome = {
  failed: ['undelivered', 'failed', 'canceled'],
  pending: ['accepted', 'scheduled', 'queued', 'sending', 'sent', 'partially_delivered'],
  delivered: ['delivered', 'read'],
  received: ['receiving', 'received'],
} as const satisfies Record<string, readonly MessageStatus[]>;
export type Outcome = keyof typeof statusesOfOutcome;

/** The outcomes in the order of the screens, the one that needs a person first, and their names. */
export const outcomeNames: Record<Outcome, string> = {
  failed: 'Not delivered',
  pending: 'On the way',
  delivered: 'Delivered',
  received: 'Received',
};

/** Every outcome. */
export const outcomes = ['failed', 'pending', 'delivered', 'received'] as const satisfies readonly Outcome[];

/** What the statuses of a message mean for people. */
export function outcomeOf(status: MessageStatus): Outcome {
  return outcomes.find((outcome) => statusesOfOutcome[outcome].some((one) => one === status)) ?? 'pending';
}

/** The direction of messages, with the outcomes that it has. */
export const directions = {
  out: ['failed', 'pending', 'delivered'],
  in: ['received'],
} as const satisfies Record<string, readonly Outcome[]>;
