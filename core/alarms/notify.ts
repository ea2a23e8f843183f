import type { Transaction } from '../../db/database.ts';
import type { Notification } from '../channels/notification.ts';
import type { Config } from '../config/config.ts';
import { queueAlarmMail } from '../health/alarm-mails.ts';
import { type AlarmText, headline, mailText, smsText } from '../health/alarm-text.ts';
import { scheduleTasksLink, serverLink } from '../health/server-link.ts';
import { acknowledgeLink } from './acknowledge-links.ts';
import { type Stored, storeNotification } from './deliveries.ts';
import type { Incident } from './find-incident.ts';
import { type Bundle, textsOf } from './grouping.ts';
import type { News } from './news.ts';
import type { Recipient } from './recipients.ts';

/** The company, which is notified by mail. */
export const company: Recipient = { key: 'company', name: 'The company', places: [] };

/** A notification as text: short for an SMS, long for mails and chats. */
export interface AlarmMessage {
  /** Identifies the event. */
  key: string;
  type: Notification['type'];
  texts: { short: AlarmText; long: AlarmText };
  at: Date;
  /** The news about servers in it; empty for a fire drill and a summary. */
  news: readonly News[];
  /** Null: there is nothing to acknowledge. */
  incident: Pick<Incident, 'id' | 'linkKey' | 'policyId'> | null;
}

/** A bundle with its usual texts. */
export function messageOf(bundle: Bundle, incident: AlarmMessage['incident']): AlarmMessage {
  const [{ type, at }] = bundle.news;
  return { ...bundle, type, at, texts: textsOf(bundle), incident };
}

/** Returns the statements that store a notification for its recipients; run them in the transaction of the event. */
export function notify(
  tx: Transaction,
  config: Config,
  recipients: readonly Recipient[],
  message: AlarmMessage,
  now: Date,
): Stored[] {
  const { key: eventKey, texts, incident } = message;
  const link = linkOf(config, message);
  return recipients.flatMap((recipient) => {
    const acknowledge = incident === null ? null : acknowledgeLink(config, incident, recipient.key);
    if (recipient.key === company.key) {
      const links = acknowledge === null ? link : `Acknowledge: ${acknowledge}\n${link}`;
      const text = mailText(texts.long, outputOf(message), links);
      return [{ as: 'mail' as const, statement: queueAlarmMail(tx, { eventKey, text, now }) }];
    }
    const notification = notificationOf(message, link, acknowledge);
    return storeNotification(tx, [recipient], { eventKey, notification, smsText: shortText(message, link), now });
  });
}

/** The SMS. Where a policy makes an answer count, the text says how to answer. */
function shortText({ texts: { short }, incident }: AlarmMessage, link: string): string {
  if (incident === null || incident.policyId === null) return smsText(short, link);
  const facts = [short.facts, `Reply ACK ${incident.id}.`].filter((part) => part !== '').join(' ');
  return smsText({ ...short, facts }, link);
}

/** The server's page, of several servers Schedule Tasks, of a fire drill its incident. */
function linkOf(config: Config, { news, incident }: AlarmMessage): string {
  const [first, ...others] = news;
  if (first) return others.length === 0 ? serverLink(config, first.clientId) : scheduleTasksLink(config);
  return incident === null ? scheduleTasksLink(config) : incidentLink(config, incident.id);
}

/** Address of an incident's page. */
function incidentLink({ publicUrl }: { publicUrl: string }, id: number): string {
  return `${publicUrl}/#/admin/incidents/${id}`;
}

/** The output of a failed run, if the news is about one server. */
function outputOf({ news: [first, ...others] }: AlarmMessage): string {
  return first && others.length === 0 ? first.output : '';
}

/** The news for channels. */
function notificationOf(message: AlarmMessage, link: string, acknowledge: string | null): Notification {
  const {
    type,
    at,
    news,
    texts: { long },
  } = message;
  return {
    type,
    title: headline(long),
    text: [long.facts, outputOf(message)].filter((part) => part !== '').join('\n\n'),
    link,
    acknowledgeLink: acknowledge,
    at: at.toISOString(),
    monitors: news.map(notifiedMonitor),
  };
}

function notifiedMonitor({ clientId: id, name, type, since, text: { reason } }: News) {
  const status = type === 'monitor.up' ? ('online' as const) : ('offline' as const);
  return { id, name, status, since: since.toISOString(), reason };
}
