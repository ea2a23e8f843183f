import { and, asc, desc, eq, lt, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import type { Statement, Transaction } from '../../db/query/statement.ts';
import { letOthersRun } from '../../db/query/yield-to-event-loop.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { queueMessage, sendQueued } from '../telephony/queue-message.ts';
import { queueAlarmMail, sendAlarmMails } from './alarm-mails.ts';
import { flipText, reminderText, type Subject, summaryText } from './alarm-text.ts';
import { type Monitor, maintenanceEnd } from './flip.ts';

/** Alarms written in one transaction. */
const portion = 50;
/** Longest time one sweep tells, in milliseconds: silences must be noticed meanwhile. The next sweep goes on. */
const longestTelling = 3000;

/** Whom a server's alarms go to. */
interface Watched extends Subject {
  telephonyClientId: number | null;
}

/** What is to be told of a server. */
interface Alarm {
  subject: Watched;
  /** The event's: a second run, or a second worker, queues nothing that is queued already. */
  key: string;
  /** Null: there is nothing to tell, only the note is made. */
  text: string | null;
  /** Notes that it is done. */
  note(tx: Transaction): Statement[];
}

const watched = { name: clients.name, telephonyClientId: clients.telephonyClientId, monitor: healthMonitors };

/** Tells of every change and reminder that is due: once an event and contact, however often and wherever this runs. */
export async function tellAlarms(deps: CoreDependencies): Promise<void> {
  const began = performance.now();
  for (const read of [changes, heldChanges, reminders]) {
    for (let isMore = true; isMore; await letOthersRun()) {
      if (performance.now() - began > longestTelling) return;
      const alarms = await read(deps);
      await tell(deps, alarms);
      isMore = alarms.length === portion;
    }
  }
}

/** Changes that are to be told at once, the oldest first. */
async function changes({ db }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select({ ...watched, flip: healthFlips })
    .from(healthFlips)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, healthFlips.clientId))
    .innerJoin(clients, eq(clients.id, healthFlips.clientId))
    .where(eq(healthFlips.alarm, 'send'))
    .orderBy(asc(healthFlips.at))
    .limit(portion);
  const alarms: Alarm[] = [];
  for (const { flip, ...subject } of rows) {
    const { clientId, at, status } = flip;
    const isFlip = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, at), eq(healthFlips.status, status));
    alarms.push({
      subject,
      key: `health-${clientId}-${Number(at)}-${status}`,
      text: flipText(subject, status, at, await beforeFlip(db, flip)),
      note: (tx) => [tx.update(healthFlips).set({ alarm: 'sent' }).where(isFlip)],
    });
  }
  return alarms;
}

/** When the status that the flip ended had begun. */
async function beforeFlip(db: Database, flip: typeof healthFlips.$inferSelect): Promise<Date | null> {
  const [before] = await db
    .select({ at: healthFlips.at })
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, flip.clientId), lt(healthFlips.at, flip.at)))
    .orderBy(desc(healthFlips.at))
    .limit(1);
  return before?.at ?? null;
}

/** What maintenance or flapping held back, summed up, once its time has come. */
async function heldChanges({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select(watched)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.alarmAt, now()))
    .limit(portion);
  const alarms: Alarm[] = [];
  for (const subject of rows) {
    const { monitor } = subject;
    const isHeld = and(eq(healthFlips.clientId, monitor.clientId), eq(healthFlips.alarm, 'held'));
    const held = await db.select({ at: healthFlips.at }).from(healthFlips).where(isHeld).orderBy(asc(healthFlips.at));
    const [first] = held;
    const status = monitor.status === 'offline' ? 'offline' : 'online';
    // A server that is as it was when maintenance began is no news; one that flapped is.
    const isNews = first !== undefined && (status !== monitor.told || held.length > 2);
    const isDue = isUnchanged(monitor, eq(healthMonitors.alarmAt, monitor.alarmAt ?? now()));
    alarms.push({
      subject,
      key: `health-${monitor.clientId}-${Number(monitor.alarmAt)}-held`,
      text: isNews ? summaryText(subject, held.length, first.at) : null,
      note: (tx) => [
        tx.update(healthMonitors).set({ alarmAt: null, told: status }).where(isDue),
        tx
          .update(healthFlips)
          .set({ alarm: 'sent' })
          .where(and(isHeld, lte(healthFlips.at, monitor.statusSince))),
      ],
    });
  }
  return alarms;
}

/** Reminders of servers that stay offline; of those in maintenance later. */
async function reminders(deps: CoreDependencies): Promise<Alarm[]> {
  const now = deps.now();
  const rows = await deps.db
    .select(watched)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.remindAt, now))
    .limit(portion);
  return rows.map((subject) => {
    const { monitor } = subject;
    const until = maintenanceEnd(monitor, now);
    const isToRemind = monitor.status === 'offline' && monitor.reminderHours > 0;
    const remindAt = isToRemind ? (until ?? new Date(Number(now) + monitor.reminderHours * 3_600_000)) : null;
    const isDue = isUnchanged(monitor, eq(healthMonitors.remindAt, monitor.remindAt ?? now));
    return {
      subject,
      key: `health-${monitor.clientId}-${Number(monitor.remindAt)}-reminder`,
      text: isToRemind && until === null ? reminderText(subject, now) : null,
      note: (tx) => [tx.update(healthMonitors).set({ remindAt }).where(isDue)],
    };
  });
}

function isUnchanged(monitor: Monitor, further: ReturnType<typeof eq>) {
  return and(eq(healthMonitors.clientId, monitor.clientId), eq(healthMonitors.status, monitor.status), further);
}

/**
 * Queues the texts for the contacts of the servers' accounts, and for the company by mail, in one transaction with the
 * notes that this is done; then has them sent.
 */
async function tell(deps: CoreDependencies, alarms: readonly Alarm[]): Promise<void> {
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
    ...alarms.flatMap(({ note }) => note(tx)),
  ]);
  const ids = results.map(rowIds);
  await sendQueued(deps, ids.slice(0, toSend.length).flat());
  await sendAlarmMails(deps, ids.slice(toSend.length, toSend.length + toMail.length).flat());
}

function rowIds(result: unknown): { id: number }[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number' ? [{ id: row.id }] : [],
  );
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
