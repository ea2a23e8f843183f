import { z } from 'zod';
import { id, paragraph } from './fields.ts';

/** What an incident is about: an outage, or a test of a policy. */
export const incidentKinds = ['outage', 'drill'] as const;

/** Entries of an incident's timeline. */
export const incidentEvents = [
  'notified',
  'unreached',
  'acknowledged',
  'answered',
  'reopened',
  'snoozed',
  'note',
  'back',
  'resolved',
] as const;

export const incidentSnooze = z.object({
  id,
  minutes: z.int().min(5, 'Minutes must be 5 to 10080').max(10_080, 'Minutes must be 5 to 10080'),
});

export const incidentNote = z.object({ id, text: paragraph('Note', 4000) });
