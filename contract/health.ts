import { z } from 'zod';
import { fieldInfo, id } from './fields.ts';
import { healthSchedule } from './health-schedule.ts';

/** Status of a monitored server. new: no ping since its deadline was last restarted. */
export const healthStatuses = ['new', 'online', 'offline', 'paused'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** Kinds of pings. */
export const pingKinds = ['success', 'start', 'failure'] as const;
export type PingKind = (typeof pingKinds)[number];

/** Why a server went offline: no ping, a failure ping, a run without an end, or a check that is down. */
export const outageCauses = ['silent', 'failed', 'unfinished', 'check'] as const;

/** Pings accepted per code and minute (the same limit as healthchecks.io). */
export const maxPingsPerMinute = 5;

/** Pings stored per server; the newest replaces the oldest. */
export const maxStoredPings = 100;

/** Bytes stored of a ping's body. */
export const maxStoredBodyBytes = 10_000;

/** Characters stored of a ping's user agent. */
export const maxUserAgentLength = 200;

/** Longest grace and longest expected run time: a week. */
const maxGraceSeconds = 7 * 86_400;

/** Settings of a monitored server; code and interval are its client's. */
export const healthSettings = z.object({
  clientId: id,
  /** Undefined keeps the schedule. */
  schedule: healthSchedule.optional(),
  /** Seconds a ping may be late; null: a fifth of the time between two pings, at most an hour. */
  graceSeconds: z
    .union([
      z
        .int('Grace must be a whole number')
        .min(0, 'Grace must be at least 0')
        .max(maxGraceSeconds, 'Grace must be at most a week'),
      z.null(),
    ])
    .register(fieldInfo, { label: 'Grace' }),
  /** Seconds from a start ping to the end of the run; null: the interval, at most six hours; undefined keeps the setting. */
  expectedRunSeconds: z
    .union([
      z
        .int('Expected run time must be a whole number')
        .min(60, 'Expected run time must be at least a minute')
        .max(maxGraceSeconds, 'Expected run time must be at most a week'),
      z.null(),
    ])
    .optional()
    .register(fieldInfo, { label: 'Expected run time' }),
  /** Hours between reminders while a server is offline; 0: none. */
  reminderHours: z
    .int('Reminder must be a whole number')
    .min(0, 'Reminder must be at least 0 hours')
    .max(720, 'Reminder must be at most 720 hours')
    .register(fieldInfo, { label: 'Reminder every' }),
  hasBadge: z.boolean(),
  isOnStatusPage: z.boolean(),
  /** The group of the status page; null: none; undefined keeps the setting. */
  statusGroupId: id.nullable().optional(),
});

const dateAndTime = z.coerce
  .date('Maintenance needs a date and time')
  .min(new Date('2000-01-01'), 'Maintenance must begin in 2000 or later')
  .max(new Date('2999-12-31'), 'Maintenance must end before 3000');

/**
 * A maintenance window, during which a server's alarms are held back: a number of hours from now by the server's clock,
 * or two points in time; null ends it.
 */
export const healthMaintenance = z.object({
  clientId: id,
  window: z.union([
    z.object({
      hours: z
        .int('Maintenance takes whole hours')
        .min(1, 'Maintenance must last at least an hour')
        .max(31 * 24, 'Maintenance can last at most 31 days'),
    }),
    z
      .object({ from: dateAndTime, until: dateAndTime })
      .refine(({ from, until }) => until > from, 'Maintenance must end after it begins')
      .refine(
        ({ from, until }) => Number(until) - Number(from) <= 31 * 86_400_000,
        'Maintenance can last at most 31 days',
      ),
    z.null(),
  ]),
});
