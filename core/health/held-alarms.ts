import { and, asc, eq, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { policiesOfServers } from '../alarms/applied-policy.ts';
import { ancestorsOf, heldByParents, type Parent } from '../alarms/parents.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, type AlarmSubject, alarmBatchSize, isUnchanged, nextReminder, subjectColumns } from './alarm.ts';
import { summaryText } from './alarm-text.ts';
import { companyTimeZone } from './alarm-time.ts';
import { maintenanceEnd } from './flip.ts';

/** Summaries of changes that maintenance or flapping held back and that are due now. */
export async function readHeldChanges({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select(subjectColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.alarmAt, now()))
    .limit(alarmBatchSize);
  if (rows.length === 0) return [];
  const zone = await companyTimeZone(db);
  const ancestors = await ancestorsOf(
    db,
    rows.map(({ monitor }) => monitor.clientId),
  );
  const policies = await policiesOfServers(db, rows, now());
  const alarms: Alarm[] = [];
  for (const row of rows) {
    const { clientId } = row.monitor;
    const quietUntil = policies.get(clientId)?.quietUntil ?? null;
    alarms.push(await heldAlarm(db, { ...row, zone }, { ancestors: ancestors.get(clientId), quietUntil }, now()));
  }
  return alarms;
}

async function heldAlarm(
  db: Database,
  subject: AlarmSubject,
  { ancestors, quietUntil }: { ancestors: readonly Parent[] | undefined; quietUntil: Date | null },
  now: Date,
): Promise<Alarm> {
  const { monitor } = subject;
  const isDue = isUnchanged(monitor, eq(healthMonitors.alarmAt, monitor.alarmAt ?? now));
  const maintainedUntil = maintenanceEnd(monitor, now);
  const type = monitor.status === 'offline' ? ('monitor.down' as const) : ('monitor.up' as const);
  const common = { subject, key: `health-${monitor.clientId}-${Number(monitor.alarmAt)}-held`, output: '', type };
  const neededUntil = monitor.status === 'offline' ? heldByParents(ancestors, now) : null;
  const later = maintainedUntil ?? neededUntil ?? quietUntil;
  if (later !== null) {
    // The maintenance began after the changes were held back, a server that this one needs is offline, or the hours are quiet.
    const postponed = { alarmAt: later, heldUntil: null };
    return { ...common, text: null, markDone: (tx) => [tx.update(healthMonitors).set(postponed).where(isDue)] };
  }
  const isHeldFlip = and(eq(healthFlips.clientId, monitor.clientId), eq(healthFlips.alarm, 'held'));
  const held = await db.select().from(healthFlips).where(isHeldFlip).orderBy(asc(healthFlips.at));
  const [first, last] = [held[0], held.at(-1)];
  const status = monitor.status === 'offline' ? 'offline' : 'online';
  const hasChanged = status !== monitor.notifiedStatus;
  // A server with its last notified status is no news, unless it flapped or had recovered without a notification.
  const isNews = hasChanged || held.length > 2 || (status === 'offline' && held.length > 0);
  const text =
    first && last && isNews ? summaryText(subject, { count: held.length, first: first.at, last }, now) : null;
  // The summary takes the place of a reminder that is due at the same time.
  const remindAt = text !== null && status === 'offline' ? nextReminder(monitor, now) : monitor.remindAt;
  return {
    ...common,
    text,
    markDone: (tx) => [
      tx.update(healthMonitors).set({ alarmAt: null, heldUntil: null, notifiedStatus: status, remindAt }).where(isDue),
      tx
        .update(healthFlips)
        .set({ alarm: 'sent' })
        .where(and(isHeldFlip, lte(healthFlips.at, monitor.statusSince))),
    ],
  };
}
