import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Deletes old entries of the content's history (core/history/purge.ts). */
export const purgeHistory = defineJob({
  name: 'purge-history',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 24 * 3600,
});
