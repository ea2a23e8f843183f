import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/**
 * Every day: deletes messages of the contact form and anonymises the message log whose time is over (`retention.ts`). The
 * audit log is the work of `purge-audit`, the list of subscribers that of `sweep-subscriptions`.
 */
export const applyRetention = defineJob({
  name: 'apply-retention',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 300 },
  every: 24 * 3600,
});
