import { and, asc, desc, eq, lt, lte } from 'drizzle-orm';
import { atomically, type Statement } from '../../db/atomically.ts';
import type { Database } from '../../db/open.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { WorkerDependencies } from '../queue/queue.ts';
import { queueMessage, sendQueued } from '../telephony/queue-message.ts';
import { queueAlarmMail, sendAlarmMails } from './alarm-mails.ts';
import { flipText, reminderText, type Subject, summaryText } from './alarm-text.ts';
import { type Monitor, maintenanceEnd } from './flip.ts';

/** Alarms of each kind handled in one sweep; the next one takes what is left. */
const limit = 500;

/** Whom a server's alarms go to. */
interface Watched extends Subject {
  telephonyClientId: number | null;
}

const watched = { name: clients.name, telephonyClientId: clients.telephonyClientId, monitor: healthMonitors };

/** Tells of every change that is to be told: once a change and contact, however often and wherever this runs. */
export async function tellFlips(deps: WorkerDependencies): Promise<void> {
  const rows = await deps.db
    .select({ ...watched, flip: healthFlips })
    .from(healthFlips)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, healthFlips.clientId))
    .innerJoin(clients, eq(clients.id, healthFlips.clientId))
    .where(eq(healthFlips.alarm, 'send'))
    .orderBy(asc(healthFlips.at))
    .limit(limit);
  for (const { flip, ...subject } of rows) {
    const text = flipText(subject, flip.status, flip.at, await beforeFlip(deps.db, flip));
    const key = `health-${flip.clientId}-${Number(flip.at)}-${flip.status}`;
    await tell(deps, subject, key, text, (tx) =>
      tx
        .update(healthFlips)
        .set({ alarm: 'sent' })
        .where(
          and(
            eq(healthFlips.clientId, flip.clientId),
            eq(healthFlips.at, flip.at),
            eq(healthFlips.status, flip.status),
          ),
        ),
    );
  }
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

/** Sums up what maintenance or flapping held back, once its time has come. */
export async function tellHeld(deps: WorkerDependencies): Promise<void> {
  const { db } = deps;
  const rows = await db
    .select(watched)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.alarmAt, deps.now()))
    .limit(limit);
  for (const subject of rows) {
    const { monitor } = subject;
    const isHeld = and(eq(healthFlips.clientId, monitor.clientId), eq(healthFlips.alarm, 'held'));
    const held = await db.select({ at: healthFlips.at }).from(healthFlips).where(isHeld).orderBy(asc(healthFlips.at));
    const [first] = held;
    const status = monitor.status === 'offline' ? 'offline' : 'online';
    // A server that is as it was when maintenance began is no news; one that flapped is.
    const isNews = first !== undefined && (status !== monitor.told || held.length > 2);
    const key = `health-${monitor.clientId}-${Number(monitor.alarmAt)}-held`;
    const text = isNews ? summaryText(subject, held.length, first.at) : null;
    await tell(deps, subject, key, text, (tx) => [
      tx
        .update(healthMonitors)
        .set({ alarmAt: null, told: status })
        .where(isUnchanged(monitor, eq(healthMonitors.alarmAt, monitor.alarmAt ?? deps.now()))),
      tx
        .update(healthFlips)
        .set({ alarm: 'sent' })
        .where(and(isHeld, lte(healthFlips.at, monitor.statusSince))),
    ]);
  }
}

/** Reminds of servers that stay offline; those in maintenance later. */
export async function remind(deps: WorkerDependencies): Promise<void> {
  const now = deps.now();
  const rows = await deps.db
    .select(watched)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(lte(healthMonitors.remindAt, now))
    .limit(limit);
  for (const subject of rows) {
    const { monitor } = subject;
    const until = maintenanceEnd(monitor, now);
    const isDue = monitor.status === 'offline' && monitor.reminderHours > 0;
    const later = isDue ? (until ?? new Date(Number(now) + monitor.reminderHours * 3_600_000)) : null;
    const key = `health-${monitor.clientId}-${Number(monitor.remindAt)}-reminder`;
    const text = isDue && until === null ? reminderText(subject, now) : null;
    await tell(deps, subject, key, text, (tx) =>
      tx
        .update(healthMonitors)
        .set({ remindAt: later })
        .where(isUnchanged(monitor, eq(healthMonitors.remindAt, monitor.remindAt ?? now))),
    );
  }
}

function isUnchanged(monitor: Monitor, further: ReturnType<typeof eq>) {
  return and(eq(healthMonitors.clientId, monitor.clientId), eq(healthMonitors.status, monitor.status), further);
}

type Transaction = Pick<Database, 'insert' | 'update'>;

/**
 * Queues the text for the contacts of the server's account, and for the company by mail, together with the note that
 * this is done. The key is the event's: a second run, or a second worker, queues nothing that is queued already. Without
 * a text only the note is made.
 */
async function tell(
  deps: WorkerDependencies,
  subject: Watched,
  key: string,
  text: string | null,
  note: (tx: Transaction) => Statement | Statement[],
): Promise<void> {
  const { db, config } = deps;
  const contacts = text === null ? [] : await contactsOf(db, subject.telephonyClientId);
  const isMailed = text !== null && config.smtpUrl !== null;
  const now = deps.now();
  const results = await atomically(db, (tx) => [
    ...contacts.map((contactId) => queueMessage(tx, { eventKey: key, contactId, text: text ?? '', now })),
    ...(isMailed ? [queueAlarmMail(tx, { eventKey: key, text, now })] : []),
    ...[note(tx)].flat(),
  ]);
  await sendQueued(deps, results.slice(0, contacts.length).flatMap(rowIds));
  if (isMailed) await sendAlarmMails(deps, rowIds(results[contacts.length]));
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
