import { lt } from 'drizzle-orm';
import { z } from 'zod';
import { auditDays } from '../../contract/audit.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { defineJob } from '../queue/queue.ts';

/** Deletes entries of the audit log that are older than a year. */
export const purgeAudit = defineJob({
  name: 'purge-audit',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 3600,
  async run(_data, { db, now }) {
    await db.delete(auditEntries).where(lt(auditEntries.at, new Date(Number(now()) - auditDays * 86_400_000)));
  },
});
