import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Deletes audit log entries whose time is over (core/privacy/retention.ts). */
export const purgeAudit = defineJob({
  name: 'purge-audit',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 3600,
});
