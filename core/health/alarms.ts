import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { storeNotification } from '../alarms/deliveries.ts';
import { channelsOfServers, contactsOfAccounts } from '../alarms/recipients.ts';
import { storeAndSend } from '../alarms/store-and-send.ts';
import type { Notification } from '../channels/notification.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, alarmBatchSize } from './alarm.ts';
import { queueAlarmMail } from './alarm-mails.ts';
import { type AlarmText, headline, mailText, smsText } from './alarm-text.ts';
import { readChanges } from './due-alarms.ts';
import { readReminders } from './due-reminders.ts';
import { readHeldChanges } from './held-alarms.ts';
import { serverLink } from './server-link.ts';

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
 * Stores the news for the contacts of the servers' accounts, the servers' own channels and, by mail, the company, in the transaction
 * that marks the alarms as done.
 */
async function notify(deps: CoreDependencies, alarms: readonly Alarm[]): Promise<void> {
  if (alarms.length === 0) return;
  const { db, config } = deps;
  const now = deps.now();
  const recipientsOf = await readRecipients(db, alarms);
  await storeAndSend(deps, (tx) => ({
    stored: alarms.flatMap((alarm) => {
      const { text, key: eventKey, output, subject } = alarm;
      if (text === null) return [];
      const link = serverLink(config, subject.monitor.clientId);
      const notification = notificationOf(alarm, text, link);
      const event = { eventKey, notification, smsText: smsText(text, link), now };
      const stored = storeNotification(tx, recipientsOf(subject), event);
      if (config.smtpUrl === null) return stored;
      const mail = queueAlarmMail(tx, { eventKey, text: mailText(text, output, link), now });
      return [...stored, { as: 'mail' as const, statement: mail }];
    }),
    further: alarms.flatMap(({ markDone }) => markDone(tx)),
  }));
}

/** Reads who is told about the servers of alarms. */
async function readRecipients(db: Database, alarms: readonly Alarm[]) {
  const subjects = alarms.map(({ subject }) => subject);
  const accounts = new Set(subjects.flatMap(({ telephonyClientId }) => telephonyClientId ?? []));
  const contacts = await contactsOfAccounts(db, [...accounts]);
  const channels = await channelsOfServers(
    db,
    subjects.map(({ monitor }) => monitor.clientId),
  );
  return ({ telephonyClientId, monitor }: Alarm['subject']) => [
    ...(contacts.get(telephonyClientId ?? 0) ?? []),
    ...(channels.get(monitor.clientId) ?? []),
  ];
}

/** The news for channels. */
function notificationOf({ type, output, subject }: Alarm, text: AlarmText, link: string): Notification {
  const { name, monitor } = subject;
  const status = type === 'monitor.up' ? 'online' : 'offline';
  const since = monitor.statusSince.toISOString();
  return {
    type,
    title: headline(text),
    text: [text.facts, output].filter((part) => part !== '').join('\n\n'),
    link,
    acknowledgeLink: null,
    at: since,
    monitors: [{ id: monitor.clientId, name, status, since, reason: text.reason }],
  };
}
