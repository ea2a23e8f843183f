import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Mails an alarm of a monitored server to the company, beside the messages to its contacts. */
export const mailHealthAlarm = defineJob({
  name: 'mail-health-alarm',
  data: z.object({ mailId: id }),
  // About an hour in total: after that the news is stale.
  retry: { attempts: 7, backoffSeconds: 30 },
});

/** Dedupe key: at most one job per mail. */
export function alarmMailKey(mailId: number): string {
  return `alarm-mail-${mailId}`;
}

/** Deletes status changes that no screen shows any more, and their alarm mails. */
export const purgeHealthFlips = defineJob({
  name: 'purge-health-flips',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 3600,
});

/** Requests the address outside that notices when this product no longer watches its servers. The next sweep repeats it. */
export const callWatchdog = defineJob({
  name: 'call-watchdog',
  data: z.object({}),
  retry: { attempts: 1, backoffSeconds: 1 },
});

/** Notifies of changes a second after the first one: changes of that second share one notification. The sweep sends what the queue loses. */
export const sendAlarms = defineJob({
  name: 'send-alarms',
  data: z.object({}),
  retry: { attempts: 1, backoffSeconds: 1 },
});

/** Every five seconds: marks overdue servers as offline and sends notifications. Safe on several workers at once. */
export const sweepHealth = defineJob({
  name: 'sweep-health',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 1 },
  every: 5,
});
