import { z } from 'zod';
import { id, line, timeZone, version } from './fields.ts';

/** A time of day: `22:00`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'The time must be like 22:00');

/**
 * Someone whom a step notifies. server: the contacts of the server's SMS account and the server's own channels; rota: whoever is on
 * call.
 */
const policyRecipient = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server') }),
  z.object({ kind: z.literal('company') }),
  z.object({ kind: z.literal('contact'), id }),
  z.object({ kind: z.literal('channel'), id }),
  z.object({ kind: z.literal('rota'), id }),
]);
export type PolicyRecipient = z.output<typeof policyRecipient>;

const maxStepMinutes = 1440;

const policyStep = z.object({
  /** Minutes after the outage was noticed. */
  afterMinutes: z
    .int('Minutes must be a whole number')
    .min(0, 'Minutes must be 0 to 1440')
    .max(maxStepMinutes, 'Minutes must be 0 to 1440'),
  recipients: z
    .array(policyRecipient)
    .min(1, 'Choose who is notified')
    .max(50, 'A step notifies at most 50 recipients'),
});
export type PolicyStep = z.output<typeof policyStep>;

/** Hours in which the alarms of a policy wait: from one time of day until another, on the next day if that is not later. */
const quietHours = z
  .object({ timeZone: timeZone('Time zone').unwrap(), from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, { message: 'Quiet hours must end at another time', path: ['until'] });
export type QuietHours = z.output<typeof quietHours>;

/** What a policy can apply to; of several policies the one with the nearest scope counts, in this order. */
export const scopeKinds = ['server', 'group', 'account', 'all'] as const;

const policyScope = z.object({ kind: z.enum(scopeKinds), targetId: z.int().min(0) });
export type PolicyScope = z.output<typeof policyScope>;

/** Who is notified when; without an id a new policy. */
export const policyFields = z.object({
  id: id.optional(),
  /** The version that a change is based on. */
  version: version.optional(),
  name: line('Name', 80),
  steps: z
    .array(policyStep)
    .min(1, 'A policy needs a step')
    .max(10, 'A policy has at most 10 steps')
    .refine(
      (steps) => steps.every(({ afterMinutes }, place) => afterMinutes >= (steps[place - 1]?.afterMinutes ?? 0)),
      'Each step must come after the one before',
    ),
  /** Runs of all steps after the first run, while nobody acknowledges. */
  repeats: z.int().min(0, 'Repetitions must be 0 to 20').max(20, 'Repetitions must be 0 to 20').default(0),
  /** Minutes between the last step and the next run. */
  repeatMinutes: z.int().min(5, 'Minutes must be 5 to 1440').max(1440, 'Minutes must be 5 to 1440').default(30),
  /** Null: alarms are sent at any time. */
  quiet: quietHours.nullable().default(null),
  /** Alarms for one person or channel in an hour; further ones are sent as one summary. Null: no limit. */
  maxPerHour: z
    .int()
    .min(1, 'The limit must be 1 to 1000')
    .max(1000, 'The limit must be 1 to 1000')
    .nullable()
    .default(null),
  /** True: a fire drill runs on the first working day of each month. */
  isDrilled: z.boolean().default(false),
  /** The server whose contacts and channels take part in fire drills. Null: those of the only server or SMS account of the scopes. */
  drillServerId: id.nullable().default(null),
  scopes: z.array(policyScope).max(500, 'A policy applies to at most 500 places').default([]),
});
export type PolicyFields = z.output<typeof policyFields>;
