import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Deletes expired sessions every hour; sign-in ignores them before that. */
export const purgeSessions = defineJob({
  name: 'purge-sessions',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 30 },
  every: 3600,
});
