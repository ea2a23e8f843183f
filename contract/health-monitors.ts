import { z } from 'zod';
import { checkSettings } from './checks.ts';
import { id, line } from './fields.ts';
import { healthSettings } from './health.ts';
import { healthSchedule } from './health-schedule.ts';

/** A monitored server by its name, for programs that create and change servers. What is left out keeps its value. */
export const monitorFields = z.object({
  name: line('Name', 120),
  schedule: healthSchedule.optional(),
  graceSeconds: healthSettings.shape.graceSeconds.optional(),
  isOnStatusPage: z.boolean().optional(),
  /** All active checks of the server. */
  checks: z.array(checkSettings).optional(),
  /** All channels that the server notifies beside its contacts. */
  channels: z.array(id).max(50, 'A server takes at most 50 channels').optional(),
  /** Names of all servers that this one needs. */
  parents: z.array(line('Name', 120)).max(50, 'A server needs at most 50 others').optional(),
});

/** A pause of a server's alarms from now on, in minutes: at most 31 days; 0 ends its maintenance. */
export const snooze = z.object({
  clientId: id,
  minutes: z
    .int('Minutes must be a whole number')
    .min(0, 'Minutes must not be negative')
    .max(31 * 1440, 'Minutes must be at most 44640, which is 31 days'),
});
