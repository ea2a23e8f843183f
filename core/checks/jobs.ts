import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Deletes attempts after 30 days and their hours after 13 months. */
export const purgeCheckResults = defineJob({
  name: 'purge-check-results',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 3600,
});
