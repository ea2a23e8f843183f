import { eq, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { ancestorsOf, heldByParents } from '../alarms/parents.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, type AlarmSubject, alarmBatchSize, isUnchanged, nextReminder, subjectColumns } from './alarm.ts';
import { reminderText } from './alarm-text.ts';
import { companyTimeZone } from './alarm-time.ts';
import { currentOutage } from './current-outage.ts';
import { maintenanceEnd } from './flip.ts';

/** Reminders about servers that stay offline; maintenance and an offline server that is needed postpone them. */
export async function readReminders({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select(subjectColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.remindAt, now()))
    .limit(alarmBatchSize);
  if (rows.length === 0) return [];
  const zone = await companyTimeZone(db);
  const ancestors = await ancestorsOf(
    db,
    rows.map(({ monitor }) => monitor.clientId),
  );
  const alarms: Alarm[] = [];
  for (const row of rows) {
    const isHeld = heldByParents(ancestors.get(row.monitor.clientId), now()) !== null;
    alarms.push(await reminder(db, { ...row, zone }, isHeld, now()));
  }
  return alarms;
}

async function reminder(db: Database, subject: AlarmSubject, isHeld: boolean, now: Date): Promise<Alarm> {
  const { monitor } = subject;
  const maintainedUntil = maintenanceEnd(monitor, now);
  const next = nextReminder(monitor, now);
  const remindAt = next === null ? null : (maintainedUntil ?? next);
  const isDue = isUnchanged(monitor, eq(healthMonitors.remindAt, monitor.remindAt ?? now));
  const isSent = next !== null && maintainedUntil === null && !isHeld;
  return {
    subject,
    key: `health-${monitor.clientId}-${Number(monitor.remindAt)}-reminder`,
    text: isSent ? reminderText(subject, await currentOutage(db, monitor), now) : null,
    output: '',
    type: 'monitor.reminder',
    markDone: (tx) => [tx.update(healthMonitors).set({ remindAt }).where(isDue)],
  };
}
