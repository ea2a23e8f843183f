import { z } from 'zod';
import { outcomeNames, outcomeOf } from '../../contract/message-outcomes.ts';
import { finalRank } from '../../contract/telephony.ts';
import type { MessageRow } from './delivery-status.ts';
import { failureReason } from './failure-reason.ts';

/** A step in the life of a message. */
export interface Step {
  title: string;
  detail: string | null;
  /** Null if it is not known. */
  at: Date | null;
  state: 'done' | 'failed' | 'open';
}

/** Times of the provider, as RFC 2822 texts. */
const moment = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(Number(date)))
  .nullish()
  .catch(null);
const times = z.object({ date_created: moment, date_sent: moment, date_updated: moment }).partial().catch({});

/** The steps of a message, the oldest first. */
export function stepsOf(row: MessageRow, contact: string | null): Step[] {
  const outcome = outcomeOf(row.status);
  const { date_created: created, date_sent: sent, date_updated: updated } = times.parse(row.response ?? {});
  const date = row.isUndated ? null : row.createdOn;
  const isFinal = row.rank >= finalRank;
  if (outcome === 'received')
    return [
      step(`Received from ${row.fromNumber}`, date),
      ...(row.handledAt ? [step('Passed on to the account’s contacts', row.handledAt)] : []),
    ];
  const receiver = contact === null ? row.toNumber : `${contact} (${row.toNumber})`;
  const steps: Step[] =
    row.delivery === null
      ? [step(`Sent to ${row.toNumber}`, date)]
      : [step(`Queued for ${receiver}`, date), ...attemptsOf(row)];
  if (row.messageSid !== null) steps.push(step('Accepted by Twilio', created ?? null));
  if (sent && row.messageSid !== null) steps.push(step('Sent to the network', sent));
  if (isFinal)
    steps.push({
      title: outcomeNames[outcome],
      detail: outcome === 'failed' ? failureReason(row) : null,
      at: row.messageSid === null ? row.attemptedAt : (updated ?? null),
      state: outcome === 'failed' ? 'failed' : 'done',
    });
  else
    steps.push({
      title: outcomeNames.pending,
      detail: `Status: ${row.providerStatus ?? row.status}`,
      at: null,
      state: 'open',
    });
  return steps;
}

function attemptsOf({ attempts, attemptedAt, messageSid, delivery }: MessageRow): Step[] {
  if (attempts === 0) return [];
  const title = attempts === 1 ? 'Handed to Twilio' : `Handed to Twilio, attempt ${attempts}`;
  const isOpen = delivery === 'handing-over';
  const failed = messageSid === null && delivery === 'waiting';
  return [{ title, detail: failed ? 'The attempt failed.' : null, at: attemptedAt, state: isOpen ? 'open' : 'done' }];
}

function step(title: string, at: Date | null): Step {
  return { title, detail: null, at, state: 'done' };
}
