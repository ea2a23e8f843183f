import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { queueMessage, returnedIds, sendQueued } from '../telephony/queue-message.ts';
import { queueAlarmMail, sendAlarmMails } from './alarm-mails.ts';
import { mailText, smsText } from './alarm-text.ts';
import { type Alarm, alarmBatchSize, readChanges, readHeldChanges, readReminders } from './due-alarms.ts';

/** One sweep sends notifications for at most this long, so that overdue servers are still found on time. */
const maxRunMs = 3000;

/** Sends every due notification, once per event and contact: safe to repeat and to run on several workers. */
export async function sendAlarmNotifications(deps: CoreDependencies): Promise<void> {
  const startedAt = performance.now();
  for (const read of [readChanges, readHeldChanges, readReminders]) {
    for (let isMore = true; isMore; await yieldToEventLoop()) {
      if (performance.now() - startedAt > maxRunMs) return;
      const alarms = await read(deps);
      await notify(deps, alarms);
      isMore = alarms.length === alarmBatchSize;
    }
  }
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
  const news = alarms.flatMap(({ key: eventKey, text, output, subject }) =>
    text === null ? [] : [{ eventKey, text, output, subject, link: panelLink(config, subject.monitor.clientId) }],
  );
  const toSend = news.flatMap(({ eventKey, text, subject, link }) => {
    const message = { eventKey, text: smsText(text, link), now };
    return (contacts.get(subject.telephonyClientId) ?? []).map((contactId) => ({ ...message, contactId }));
  });
  const toMail =
    config.smtpUrl === null
      ? []
      : news.map(({ eventKey, text, output, link }) => ({ eventKey, text: mailText(text, output, link), now }));
  const results = await atomically(db, (tx) => [
    ...toSend.map((message) => queueMessage(tx, message)),
    ...toMail.map((mail) => queueAlarmMail(tx, mail)),
    ...alarms.flatMap(({ markDone }) => markDone(tx)),
  ]);
  const ids = results.map(returnedIds);
  await sendQueued(deps, ids.slice(0, toSend.length).flat());
  await sendAlarmMails(deps, ids.slice(toSend.length, toSend.length + toMail.length).flat());
}

/** Address of the server's panel in Schedule Tasks. */
function panelLink({ publicUrl }: { publicUrl: string }, clientId: number): string {
  return `${publicUrl}/#/admin/schedule-tasks?list=${clientId}`;
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
