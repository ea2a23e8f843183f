import { z } from 'zod';
import { activeFlag, choice, count, fieldInfo, flag, hinted, id, image, line } from './fields.ts';
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
const healthCode = hinted(
  z
    .string()
    .trim()
    .regex(/^([A-Za-z0-9_-]{16,64})?$/, 'Server Health Status Check Code takes 16 to 64 letters, digits, - or _')
    .default('')
    .register(fieldInfo, { label: 'Server Health Status Check Code', maxLength: 64 }),
  'The client’s server sends pings to a URL that ends in this code.',
);

/** One client with the settings of its heartbeat. */
export const client = z.object({
  name: line('Name', 120),
  displayOrder: hinted(count('Display Order', 0, 100_000), 'Smaller numbers come first'),
  healthCode,
  checkInterval: hinted(
    choice('Check Interval', checkIntervals),
    'How often a ping must arrive. None switches the check off.',
  ).default('none'),
  telephonyClientId: hinted(
    z.union([id, z.null()]).default(null).register(fieldInfo, { label: 'Twilio Client' }),
    'Its contacts get an SMS when the server goes offline.',
  ),
  logo: image('Profile Photo', imageSlots.clientLogo),
  isActive: activeFlag('No takes the client off the page and pauses its check'),
  showOnHomePage: hinted(flag('Show On HomePage'), 'Shown among the clients of the page').default(true),
});
