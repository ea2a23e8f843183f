import { and, asc, desc, eq, gte, lt, lte } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import type { Notification } from '../channels/notification.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type AlarmText, type CurrentOutage, flipText, reminderText, type Subject, summaryText } from './alarm-text.ts';
import { companyTimeZone } from './alarm-time.ts';
import { type FlipRow, type Monitor, maintenanceEnd } from './flip.ts';
import { lastLineOf } from './ping.ts';

/** Alarms written in one transaction. */
export const alarmBatchSize = 50;
/** Characters of a failed run's output in a mail. */
const maxOutputLength = 2000;

/** A server and the account whose contacts get its alarms. */
interface AlarmSubject extends Subject {
  telephonyClientId: number | null;
}

/** A due notification about a server. */
export interface Alarm {
  subject: AlarmSubject;
  /** Identifies the event, so that a second run or a second worker queues no duplicate. */
  key: string;
  /** Null: no notification is sent, the alarm is only marked as done. */
  text: AlarmText | null;
  /** The end of a failed run's output, or empty. */
  output: string;
  type: Exclude<Notification['type'], 'test' | 'monitor.digest'>;
  /** Statements that mark the alarm as done. */
  markDone(tx: Transaction): Statement[];
}

const subjectColumns = { name: clients.name, telephonyClientId: clients.telephonyClientId, monitor: healthMonitors };

/** Status changes to notify at once, the oldest first. */
export async function readChanges({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select({ ...subjectColumns, flip: healthFlips })
    .from(healthFlips)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, healthFlips.clientId))
    .innerJoin(clients, eq(clients.id, healthFlips.clientId))
    .where(eq(healthFlips.alarm, 'send'))
    .orderBy(asc(healthFlips.at))
    .limit(alarmBatchSize);
  if (rows.length === 0) return [];
  const zone = await companyTimeZone(db);
  const alarms: Alarm[] = [];
  for (const { flip, ...row } of rows) {
    const { clientId, at, status } = flip;
    const subject = { ...row, zone };
    const isFlip = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, at), eq(healthFlips.status, status));
    alarms.push({
      subject,
      key: `health-${clientId}-${Number(at)}-${status}`,
      text: flipText(subject, flip, await previousFlipAt(db, flip), now()),
      output: await outputOf(db, flip),
      type: status === 'online' ? 'monitor.up' : 'monitor.down',
      markDone: (tx) => [tx.update(healthFlips).set({ alarm: 'sent' }).where(isFlip)],
    });
  }
  return alarms;
}

/** When the status that the flip ended began; null if the flip is the first or its text does not need it. */
async function previousFlipAt(db: Database, flip: FlipRow): Promise<Date | null> {
  if (flip.status !== 'online' && flip.previous !== 'new') return null;
  const [before] = await db
    .select({ at: healthFlips.at })
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, flip.clientId), lt(healthFlips.at, flip.at)))
    .orderBy(desc(healthFlips.at))
    .limit(1);
  return before?.at ?? null;
}

/** The end of the output that a failed run sent with its ping; empty if its last line says it all. */
async function outputOf(db: Database, { clientId, at, cause, detail }: FlipRow): Promise<string> {
  if (cause !== 'failed') return '';
  const isFailure = and(eq(healthPings.clientId, clientId), eq(healthPings.at, at), eq(healthPings.kind, 'failure'));
  const [ping] = await db.select({ body: healthPings.body }).from(healthPings).where(isFailure).limit(1);
  const output = ping?.body.trim() ?? '';
  return output === detail ? '' : [...output].slice(-maxOutputLength).join('');
}

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
  const alarms: Alarm[] = [];
  for (const row of rows) alarms.push(await heldAlarm(db, { ...row, zone }, now()));
  return alarms;
}

async function heldAlarm(db: Database, subject: AlarmSubject, now: Date): Promise<Alarm> {
  const { monitor } = subject;
  const isDue = isUnchanged(monitor, eq(healthMonitors.alarmAt, monitor.alarmAt ?? now));
  const maintainedUntil = maintenanceEnd(monitor, now);
  const type = monitor.status === 'offline' ? ('monitor.down' as const) : ('monitor.up' as const);
  const common = { subject, key: `health-${monitor.clientId}-${Number(monitor.alarmAt)}-held`, output: '', type };
  if (maintainedUntil !== null) {
    // The maintenance began after the changes were held back.
    const postponed = { alarmAt: maintainedUntil, heldUntil: null };
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

/** Reminders about servers that stay offline; maintenance postpones them. */
export async function readReminders({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select(subjectColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.remindAt, now()))
    .limit(alarmBatchSize);
  if (rows.length === 0) return [];
  const zone = await companyTimeZone(db);
  const alarms: Alarm[] = [];
  for (const row of rows) alarms.push(await reminder(db, { ...row, zone }, now()));
  return alarms;
}

async function reminder(db: Database, subject: AlarmSubject, now: Date): Promise<Alarm> {
  const { monitor } = subject;
  const maintainedUntil = maintenanceEnd(monitor, now);
  const next = nextReminder(monitor, now);
  const remindAt = next === null ? null : (maintainedUntil ?? next);
  const isDue = isUnchanged(monitor, eq(healthMonitors.remindAt, monitor.remindAt ?? now));
  const isSent = next !== null && maintainedUntil === null;
  return {
    subject,
    key: `health-${monitor.clientId}-${Number(monitor.remindAt)}-reminder`,
    text: isSent ? reminderText(subject, await currentOutage(db, monitor), now) : null,
    output: '',
    type: 'monitor.reminder',
    markDone: (tx) => [tx.update(healthMonitors).set({ remindAt }).where(isDue)],
  };
}

/** When the next reminder is due; null without reminders. */
function nextReminder({ status, reminderHours }: Monitor, now: Date): Date | null {
  return status === 'offline' && reminderHours > 0 ? new Date(Number(now) + reminderHours * 3_600_000) : null;
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

function isUnchanged(monitor: Monitor, further: ReturnType<typeof eq>) {
  return and(eq(healthMonitors.clientId, monitor.clientId), eq(healthMonitors.status, monitor.status), further);
}
