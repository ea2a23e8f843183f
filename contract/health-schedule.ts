import { z } from 'zod';
import { fieldInfo, timeZone } from './fields.ts';

/** Longest schedule in minutes: 31 days. */
export const maxScheduleMinutes = 31 * 1440;

/** Characters of a cron expression. */
const maxCronLength = 100;

/** When a server is expected to ping: at its client's check interval, every so many minutes, or at the times of a cron expression. */
export const healthSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('interval') }),
  z.object({
    kind: z.literal('minutes'),
    minutes: z
      .int('Minutes must be a whole number')
      .min(1, 'Minutes must be at least 1')
      .max(maxScheduleMinutes, `Minutes must be at most ${maxScheduleMinutes}, which is 31 days`)
      .register(fieldInfo, { label: 'Minutes' }),
  }),
  z.object({
    kind: z.literal('cron'),
    expression: z
      .string()
      .trim()
      .min(1, 'Cron expression is required')
      .max(maxCronLength, `Cron expression must have at most ${maxCronLength} characters`)
      .register(fieldInfo, { label: 'Cron expression', maxLength: maxCronLength }),
    timeZone: timeZone('Time zone').unwrap(),
  }),
]);
export type HealthSchedule = z.output<typeof healthSchedule>;
