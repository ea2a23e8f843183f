import { z } from 'zod';
import { choice, count, fieldInfo, flag, id, image, line } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';

/** Heading of the clients slider (specification, section 3: Client master). */
export const clientHeading = heading('background');

/** How often a client's server sends a ping; the position is the REST value (specification, section 9). */
export const checkIntervals = ['none', '15-minutes', '30-minutes', 'hour', 'day', 'week', 'month'] as const;
export type CheckInterval = (typeof checkIntervals)[number];

/** Labels of the interval select (specification, section 9). */
export const checkIntervalLabels: Record<CheckInterval, string> = {
  none: 'None',
  '15-minutes': '15 Minutes',
  '30-minutes': '30 Minutes',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
};

/** A health code: empty, or the unique id in a monitored server's ping URL. */
const healthCode = z
  .string()
  .trim()
  .regex(/^([A-Za-z0-9_-]{16,64})?$/, 'Server Health Status Check Code takes 16 to 64 letters, digits, - or _')
  .default('')
  .register(fieldInfo, { label: 'Server Health Status Check Code', maxLength: 64 });

/** One client with the settings of its heartbeat. */
export const client = z.object({
  name: line('Name', 120),
  displayOrder: count('Display Order', 0, 100_000),
  healthCode,
  checkInterval: choice('Check Interval', checkIntervals)
    .default('none')
    .register(fieldInfo, { label: 'Check Interval' }),
  telephonyClientId: z.union([id, z.null()]).default(null).register(fieldInfo, { label: 'Twilio Client' }),
  logo: image('Profile Photo', imageSlots.clientLogo),
  isActive: flag(),
  showOnHomePage: flag('Show On HomePage').default(true).register(fieldInfo, { label: 'Show On HomePage' }),
});
