import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Every hour: deletes expired sessions; session lookups already ignore them. */
export const purgeSessions = defineJob({
  name: 'purge-sessions',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 30 },
  every: 3600,
});
