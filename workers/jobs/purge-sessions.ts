import { lte } from 'drizzle-orm';
import { purgeSessions } from '../../core/accounts/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { sessions } from '../../db/schema/users.ts';

/** Deletes expired sessions; session lookups already ignore them. */
export const handlePurgeSessions = handleJob(purgeSessions, async (_data, { db, log, now }) => {
  const purged = await db.delete(sessions).where(lte(sessions.expiresAt, now())).returning({ id: sessions.id });
  if (purged.length > 0) log.info({ sessions: purged.length }, 'expired sessions deleted');
});
