import { and, inArray, lt } from 'drizzle-orm';
import { purgeHealthFlips } from '../../core/health/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { alarmIncidents } from '../../db/schema/alarm-incidents.ts';
import { alarmDeliveries, alarmGroups } from '../../db/schema/alarms.ts';
import { healthFlips, healthMails } from '../../db/schema/health.ts';

/** Status changes are kept for the 90 days of the uptime figures, plus a margin. */
const retentionMs = 93 * 86_400_000;

/** Deletes status changes that no screen shows any more, and the alarms about them. */
export const handlePurgeHealthFlips = handleJob(purgeHealthFlips, async (_data, { db, now }) => {
  const before = new Date(Number(now()) - retentionMs);
  const isDone = inArray(healthFlips.alarm, ['silent', 'sent']);
  await db.delete(healthFlips).where(and(lt(healthFlips.at, before), isDone));
  await db.delete(alarmGroups).where(lt(alarmGroups.at, before));
  await db.delete(alarmDeliveries).where(lt(alarmDeliveries.createdAt, before));
  await db.delete(alarmIncidents).where(lt(alarmIncidents.resolvedAt, before));
  await db.delete(healthMails).where(lt(healthMails.createdAt, before));
});
