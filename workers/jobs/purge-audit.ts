import { lt } from 'drizzle-orm';
import { auditDays } from '../../contract/audit.ts';
import { purgeAudit } from '../../core/audit/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { auditEntries } from '../../db/schema/audit.ts';

/** Deletes audit log entries older than a year. */
export const handlePurgeAudit = handleJob(purgeAudit, async (_data, { db, now }) => {
  await db.delete(auditEntries).where(lt(auditEntries.at, new Date(Number(now()) - auditDays * 86_400_000)));
});
