import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Mails an alarm of a monitored server to the company, beside the messages to its contacts. */
export const mailHealthAlarm = defineJob({
  name: 'mail-health-alarm',
  data: z.object({ mailId: id }),
  // Together about an hour: later it is no news any more.
  retry: { attempts: 7, backoffSeconds: 30 },
});

/** One job a mail, however often it is enqueued. */
export function alarmMailKey(mailId: number): string {
  return `alarm-mail-${mailId}`;
}

/** Deletes changes that no screen shows any more, and the mails that told of them. */
export const purgeHealthFlips = defineJob({
  name: 'purge-health-flips',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 3600,
});

/** Finds servers that fell silent and tells of every change, every five seconds; safe on many workers at once. */
export const sweepHealth = defineJob({
  name: 'sweep-health',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 1 },
  every: 5,
});
