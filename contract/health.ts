import { z } from 'zod';
import { fieldInfo, id } from './fields.ts';

/** How a monitored server stands. new: it has not reported since its clock was last started. */
export const healthStatuses = ['new', 'online', 'offline', 'paused'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** What a server can report. */
export const hitKinds = ['success', 'start', 'failure'] as const;
export type HitKind = (typeof hitKinds)[number];

/** Reports a code may send in a minute (healthchecks has the same limit). */
export const hitsPerMinute = 5;

/** Reports kept of each server. */
export const hitsKept = 100;

/** Bytes kept of a report's body. */
export const bodyBytesKept = 10_000;

/** Characters kept of a report's user agent. */
export const userAgentKept = 200;

/** Longest grace, in seconds: a week. */
const longestGrace = 7 * 86_400;

/** What can be set for one monitored server beside its client's code and interval. */
export const healthSettings = z.object({
  clientId: id,
  /** Seconds a report may be late; null: a fifth of the interval, at most an hour. */
  graceSeconds: z
    .union([
      z
        .int('Grace must be a whole number')
        .min(0, 'Grace must be at least 0')
        .max(longestGrace, 'Grace is at most a week'),
      z.null(),
    ])
    .register(fieldInfo, { label: 'Grace' }),
  /** Hours between reminders while a server is offline; 0: none. */
  reminderHours: z
    .int('Reminder must be a whole number')
    .min(0, 'Reminder must be at least 0 hours')
    .max(720, 'Reminder is at most 720 hours')
    .register(fieldInfo, { label: 'Reminder every' }),
  hasBadge: z.boolean(),
  isOnStatusPage: z.boolean(),
});

const dateAndTime = z.coerce
  .date('Maintenance needs a date and time')
  .min(new Date('2000-01-01'), 'Maintenance begins in this century')
  .max(new Date('2999-12-31'), 'Maintenance ends in this millennium');

/** A time during which alarms of a server are held back; null ends it. */
export const healthMaintenance = z.object({
  clientId: id,
  window: z.union([
    z
      .object({ from: dateAndTime, until: dateAndTime })
      .refine(({ from, until }) => until > from, 'Maintenance must end after it begins')
      .refine(
        ({ from, until }) => Number(until) - Number(from) <= 31 * 86_400_000,
        'Maintenance takes at most 31 days',
      ),
    z.null(),
  ]),
});
