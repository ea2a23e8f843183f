import { and, desc, eq, gte, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { ancestorsOf, heldByParents } from '../alarms/parents.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, type AlarmSubject, alarmBatchSize, isUnchanged, nextReminder, subjectColumns } from './alarm.ts';
import { type CurrentOutage, reminderText } from './alarm-text.ts';
import { companyTimeZone } from './alarm-time.ts';
import { type Monitor, maintenanceEnd } from './flip.ts';
import { lastLineOf } from './ping.ts';

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

/** Why a server is offline: its latest failed run since then, else the cause of the change. */
async function currentOutage(db: Database, { clientId, statusSince }: Monitor): Promise<CurrentOutage | null> {
  const { at, kind } = healthPings;
  const isFailure = and(eq(healthPings.clientId, clientId), eq(kind, 'failure'), gte(at, statusSince));
  const [failure] = await db.select().from(healthPings).where(isFailure).orderBy(desc(at)).limit(1);
  if (failure) {
    const { exitCode, body } = failure;
    return { cause: 'failed', exitCode, detail: lastLineOf(body), since: null };
  }
  const isChange = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, statusSince));
  const [flip] = await db.select().from(healthFlips).where(isChange).limit(1);
  return flip ?? null;
}
