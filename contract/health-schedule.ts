import { z } from 'zod';
import { fieldInfo, timeZone } from './fields.ts';

/** Longest time between two pings in seconds: 31 days. */
export const maxPeriodSeconds = 31 * 86_400;

/** Characters of a cron expression. */
const maxCronLength = 100;

/** When a server is expected to ping: at its client's check interval, at a period of its own, or at the times of a cron expression. */
export const healthSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('interval') }),
  z.object({
    kind: z.literal('period'),
    seconds: z
      .int('The time between two pings must be whole seconds')
      .min(1, 'The time between two pings must be at least a second')
      .max(maxPeriodSeconds, 'The time between two pings must be at most 31 days')
      .register(fieldInfo, { label: 'Time between two pings' }),
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
