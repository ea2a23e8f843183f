import { yieldToEventLoop } from '../../db/query/paging.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { type Event, storeNotification } from '../alarms/deliveries.ts';
import { type Bundle, bundlesOf, type News, newsOf, textsOf } from '../alarms/grouping.ts';
import { channelsOfServers, contactsOfAccounts, type Recipient } from '../alarms/recipients.ts';
import { storeAndSend } from '../alarms/store-and-send.ts';
import type { Notification } from '../channels/notification.ts';
import type { Config } from '../config/config.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, alarmBatchSize } from './alarm.ts';
import { queueAlarmMail } from './alarm-mails.ts';
import { type AlarmText, headline, mailText, smsText } from './alarm-text.ts';
import { readChanges } from './due-alarms.ts';
import { readReminders } from './due-reminders.ts';
import { readHeldChanges } from './held-alarms.ts';
import { scheduleTasksLink, serverLink } from './server-link.ts';

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
 * that marks the alarms as done. Several servers of an account that changed together are one notification.
 */
async function notify(deps: CoreDependencies, alarms: readonly Alarm[]): Promise<void> {
  if (alarms.length === 0) return;
  const { db, config } = deps;
  const now = deps.now();
  const news = newsOf(alarms);
  const accounts = [...Map.groupBy(news, ({ alarm }) => alarm.subject.telephonyClientId)];
  const contacts = await contactsOfAccounts(
    db,
    accounts.flatMap(([account]) => account ?? []),
  );
  const channels = await channelsOfServers(
    db,
    news.map(({ alarm }) => alarm.subject.monitor.clientId),
  );
  await storeAndSend(deps, (tx) => {
    const groups = new Map<string, Bundle>();
    const store = (bundle: Bundle, recipients: readonly Recipient[]) => {
      if (bundle.news.length > 1) groups.set(bundle.key, bundle);
      return storeNotification(tx, recipients, eventOf(config, bundle, now));
    };
    const stored = accounts.flatMap(([account, ofAccount]) =>
      bundlesOf(ofAccount).flatMap((bundle) => {
        const ofContacts = store(bundle, contacts.get(account ?? 0) ?? []);
        if (config.smtpUrl === null) return ofContacts;
        return [...ofContacts, { as: 'mail' as const, statement: queueAlarmMail(tx, mailOf(config, bundle, now)) }];
      }),
    );
    const ofChannels = recipientsWithNews(news, channels).flatMap(({ recipient, own }) =>
      bundlesOf(own).flatMap((bundle) => store(bundle, [recipient])),
    );
    const rows = [...groups.values()].flatMap(({ key: groupKey, news: together }) =>
      together.map(({ alarm, at }) => ({ groupKey, clientId: alarm.subject.monitor.clientId, at })),
    );
    return {
      stored: [...stored, ...ofChannels],
      further: [
        ...(rows.length === 0 ? [] : [tx.insert(alarmGroups).values(rows).onConflictDoNothing()]),
        ...alarms.flatMap(({ markDone }) => markDone(tx)),
      ],
    };
  });
}

/** Each channel of servers with the news about its servers alone. */
function recipientsWithNews(news: readonly News[], channels: ReadonlyMap<number, Recipient[]>) {
  const found = new Map<string, { recipient: Recipient; own: News[] }>();
  for (const one of news) {
    for (const recipient of channels.get(one.alarm.subject.monitor.clientId) ?? []) {
      const known = found.get(recipient.key) ?? { recipient, own: [] };
      known.own.push(one);
      found.set(recipient.key, known);
    }
  }
  return [...found.values()];
}

function eventOf(config: Config, bundle: Bundle, now: Date): Event {
  const { short, long } = textsOf(bundle);
  const link = linkOf(config, bundle);
  return { eventKey: bundle.key, notification: notificationOf(bundle, long, link), smsText: smsText(short, link), now };
}

function mailOf(config: Config, bundle: Bundle, now: Date) {
  const { long } = textsOf(bundle);
  const [{ alarm }, ...others] = bundle.news;
  const output = others.length === 0 ? alarm.output : '';
  return { eventKey: bundle.key, text: mailText(long, output, linkOf(config, bundle)), now };
}

/** The server's page, of several servers Schedule Tasks. */
function linkOf(config: Config, { news: [{ alarm }, ...others] }: Bundle): string {
  return others.length === 0 ? serverLink(config, alarm.subject.monitor.clientId) : scheduleTasksLink(config);
}

/** The news for channels. */
function notificationOf({ news }: Bundle, text: AlarmText, link: string): Notification {
  const [{ alarm, at }, ...others] = news;
  const output = others.length === 0 ? alarm.output : '';
  return {
    type: alarm.type,
    title: headline(text),
    text: [text.facts, output].filter((part) => part !== '').join('\n\n'),
    link,
    acknowledgeLink: null,
    at: at.toISOString(),
    monitors: news.map((one) => ({
      id: one.alarm.subject.monitor.clientId,
      name: one.alarm.subject.name,
      status: one.alarm.type === 'monitor.up' ? 'online' : 'offline',
      since: one.alarm.subject.monitor.statusSince.toISOString(),
      reason: one.text.reason,
    })),
  };
}
