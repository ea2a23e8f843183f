import { and, inArray, lt } from 'drizzle-orm';
import { purgeHealthFlips } from '../../core/health/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { healthFlips, healthMails } from '../../db/schema/health.ts';

/** How long changes of a server's status are kept, in milliseconds: what 90 days of uptime need, and a little more. */
const kept = 93 * 86_400_000;

/** Deletes changes that no screen shows any more, and the mails that told of them. */
export const handlePurgeHealthFlips = handleJob(purgeHealthFlips, async (_data, { db, now }) => {
  const before = new Date(Number(now()) - kept);
  const isTold = inArray(healthFlips.alarm, ['silent', 'sent']);
  await db.delete(healthFlips).where(and(lt(healthFlips.at, before), isTold));
  await db.delete(healthMails).where(lt(healthMails.createdAt, before));
});
