import { lte } from 'drizzle-orm';
import { z } from 'zod';
import { sessions } from '../../db/schema/users.ts';
import { defineJob } from '../queue/queue.ts';

/** Deletes expired sessions every hour; sign-in ignores them before that. */
export const purgeSessions = defineJob({
  name: 'purge-sessions',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 30 },
  every: 3600,
  async run(_data, { db, log, now }) {
    const purged = await db.delete(sessions).where(lte(sessions.expiresAt, now())).returning({ id: sessions.id });
    if (purged.length > 0) log.info({ sessions: purged.length }, 'expired sessions deleted');
  },
});
