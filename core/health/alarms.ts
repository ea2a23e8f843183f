import { and, asc, desc, eq, lt, lte } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { queueMessage, returnedIds, sendQueued } from '../telephony/queue-message.ts';
import { queueAlarmMail, sendAlarmMails } from './alarm-mails.ts';
import { flipText, reminderText, type Subject, summaryText } from './alarm-text.ts';
import { type Monitor, maintenanceEnd } from './flip.ts';

/** Alarms written in one transaction. */
const batchSize = 50;
/** One sweep sends notifications for at most this long, so that overdue servers are still found on time. */
const maxRunMs = 3000;

/** A server and the account whose contacts get its alarms. */
interface AlarmSubject extends Subject {
  telephonyClientId: number | null;
}

/** A due notification about a server. */
interface Alarm {
  subject: AlarmSubject;
  /** Identifies the event, so that a second run or a second worker queues no duplicate. */
  key: string;
  /** Null: no notification is sent, the alarm is only marked as done. */
  text: string | null;
  /** Statements that mark the alarm as done. */
  markDone(tx: Transaction): Statement[];
}

const subjectColumns = { name: clients.name, telephonyClientId: clients.telephonyClientId, monitor: healthMonitors };

/** Sends every due notification, once per event and contact: safe to repeat and to run on several workers. */
export async function sendAlarmNotifications(deps: CoreDependencies): Promise<void> {
  const startedAt = performance.now();
  for (const read of [readChanges, readHeldChanges, readReminders]) {
    for (let isMore = true; isMore; await yieldToEventLoop()) {
      if (performance.now() - startedAt > maxRunMs) return;
      const alarms = await read(deps);
      await notify(deps, alarms);
      isMore = alarms.length === batchSize;
    }
  }
}

/** Status changes to notify at once, the oldest first. */
async function readChanges({ db }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select({ ...subjectColumns, flip: healthFlips })
    .from(healthFlips)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, healthFlips.clientId))
    .innerJoin(clients, eq(clients.id, healthFlips.clientId))
    .where(eq(healthFlips.alarm, 'send'))
    .orderBy(asc(healthFlips.at))
    .limit(batchSize);
  const alarms: Alarm[] = [];
  for (const { flip, ...subject } of rows) {
    const { clientId, at, status } = flip;
    const isFlip = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, at), eq(healthFlips.status, status));
    alarms.push({
      subject,
      key: `health-${clientId}-${Number(at)}-${status}`,
      text: flipText(subject, status, at, await previousFlipAt(db, flip)),
      markDone: (tx) => [tx.update(healthFlips).set({ alarm: 'sent' }).where(isFlip)],
    });
  }
  return alarms;
}

/** When the status that the flip ended began; null if the flip is the first. */
async function previousFlipAt(db: Database, flip: typeof healthFlips.$inferSelect): Promise<Date | null> {
  const [before] = await db
    .select({ at: healthFlips.at })
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, flip.clientId), lt(healthFlips.at, flip.at)))
    .orderBy(desc(healthFlips.at))
    .limit(1);
  return before?.at ?? null;
}

/** Summaries of changes that maintenance or flapping held back and that are due now. */
async function readHeldChanges({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select(subjectColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.alarmAt, now()))
    .limit(batchSize);
  const alarms: Alarm[] = [];
  for (const subject of rows) {
    const { monitor } = subject;
    const isHeldFlip = and(eq(healthFlips.clientId, monitor.clientId), eq(healthFlips.alarm, 'held'));
    const held = await db
      .select({ at: healthFlips.at })
      .from(healthFlips)
      .where(isHeldFlip)
      .orderBy(asc(healthFlips.at));
    const [first] = held;
    const status = monitor.status === 'offline' ? 'offline' : 'online';
    // A server with its last notified status is no news, unless it flapped.
    const isNews = first !== undefined && (status !== monitor.notifiedStatus || held.length > 2);
    const isDue = isUnchanged(monitor, eq(healthMonitors.alarmAt, monitor.alarmAt ?? now()));
    alarms.push({
      subject,
      key: `health-${monitor.clientId}-${Number(monitor.alarmAt)}-held`,
      text: isNews ? summaryText(subject, held.length, first.at) : null,
      markDone: (tx) => [
        tx.update(healthMonitors).set({ alarmAt: null, notifiedStatus: status }).where(isDue),
        tx
          .update(healthFlips)
          .set({ alarm: 'sent' })
          .where(and(isHeldFlip, lte(healthFlips.at, monitor.statusSince))),
      ],
    });
  }
  return alarms;
}

/** Reminders about servers that stay offline; maintenance postpones them. */
async function readReminders(deps: CoreDependencies): Promise<Alarm[]> {
  const now = deps.now();
  const rows = await deps.db
    .select(subjectColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.remindAt, now))
    .limit(batchSize);
  return rows.map((subject) => {
    const { monitor } = subject;
    const maintainedUntil = maintenanceEnd(monitor, now);
    const isToRemind = monitor.status === 'offline' && monitor.reminderHours > 0;
    const remindAt = isToRemind ? (maintainedUntil ?? new Date(Number(now) + monitor.reminderHours * 3_600_000)) : null;
    const isDue = isUnchanged(monitor, eq(healthMonitors.remindAt, monitor.remindAt ?? now));
    return {
      subject,
      key: `health-${monitor.clientId}-${Number(monitor.remindAt)}-reminder`,
      text: isToRemind && maintainedUntil === null ? reminderText(subject, now) : null,
      markDone: (tx) => [tx.update(healthMonitors).set({ remindAt }).where(isDue)],
    };
  });
}

function isUnchanged(monitor: Monitor, further: ReturnType<typeof eq>) {
  return and(eq(healthMonitors.clientId, monitor.clientId), eq(healthMonitors.status, monitor.status), further);
}

/**
 * Queues the texts for the contacts of the servers' accounts and, by mail, for the company. Marks the alarms as done in
 * the same transaction, then starts sending.
 */
async function notify(deps: CoreDependencies, alarms: readonly Alarm[]): Promise<void> {
  if (alarms.length === 0) return;
  const { db, config } = deps;
  const contacts = new Map<number | null, number[]>();
  for (const { subject } of alarms) {
    const { telephonyClientId: account } = subject;
    if (!contacts.has(account)) contacts.set(account, await contactsOf(db, account));
  }
  const now = deps.now();
  const texts = alarms.flatMap(({ key, text, subject }) =>
    text === null ? [] : [{ eventKey: key, text, now, account: subject.telephonyClientId }],
  );
  const toSend = texts.flatMap((text) =>
    (contacts.get(text.account) ?? []).map((contactId) => ({ ...text, contactId })),
  );
  const toMail = config.smtpUrl === null ? [] : texts;
  const results = await atomically(db, (tx) => [
    ...toSend.map((message) => queueMessage(tx, message)),
    ...toMail.map((mail) => queueAlarmMail(tx, mail)),
    ...alarms.flatMap(({ markDone }) => markDone(tx)),
  ]);
  const ids = results.map(returnedIds);
  await sendQueued(deps, ids.slice(0, toSend.length).flat());
  await sendAlarmMails(deps, ids.slice(toSend.length, toSend.length + toMail.length).flat());
}

async function contactsOf(db: Database, telephonyClientId: number | null): Promise<number[]> {
  if (telephonyClientId === null) return [];
  const rows = await db
    .select({ id: telephonyContacts.id })
    .from(telephonyContacts)
    .innerJoin(telephonyClients, eq(telephonyClients.id, telephonyContacts.parentId))
    .where(
      and(
        eq(telephonyContacts.parentId, telephonyClientId),
        eq(telephonyContacts.isActive, true),
        eq(telephonyClients.isActive, true),
      ),
    );
  return rows.map(({ id }) => id);
}
