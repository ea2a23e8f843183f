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

/** The company, which is told by mail. */
export const company: Recipient = { key: 'company', name: 'The company', places: [] };

/** A notification as text: short for an SMS, long for mails and chats. */
export interface Telling {
  /** Identifies the event. */
  key: string;
  type: Notification['type'];
  texts: { short: AlarmText; long: AlarmText };
  at: Date;
  /** The news about servers that it tells; empty for a fire drill and a summary. */
  news: readonly News[];
  /** Null: there is nothing to acknowledge. */
  incident: Pick<Incident, 'id' | 'linkKey' | 'policyId'> | null;
}

/** A bundle with its usual texts. */
export function tellingOf(bundle: Bundle, incident: Telling['incident']): Telling {
  const [{ type, at }] = bundle.news;
  return { ...bundle, type, at, texts: textsOf(bundle), incident };
}

/** Returns the statements that store a notification for its recipients; run them in the transaction of the event. */
export function tell(
  tx: Transaction,
  config: Config,
  recipients: readonly Recipient[],
  telling: Telling,
  now: Date,
): Stored[] {
  const { key: eventKey, texts, incident } = telling;
  const link = linkOf(config, telling);
  return recipients.flatMap((recipient) => {
    const acknowledge = incident === null ? null : acknowledgeLink(config, incident, recipient.key);
    if (recipient.key === company.key) {
      const links = acknowledge === null ? link : `Acknowledge: ${acknowledge}\n${link}`;
      const text = mailText(texts.long, outputOf(telling), links);
      return [{ as: 'mail' as const, statement: queueAlarmMail(tx, { eventKey, text, now }) }];
    }
    const notification = notificationOf(telling, link, acknowledge);
    return storeNotification(tx, [recipient], { eventKey, notification, smsText: shortText(telling, link), now });
  });
}

/** The SMS. Where a policy makes an answer count, the text says how to answer. */
function shortText({ texts: { short }, incident }: Telling, link: string): string {
  if (incident === null || incident.policyId === null) return smsText(short, link);
  const facts = [short.facts, `Reply ACK ${incident.id}.`].filter((part) => part !== '').join(' ');
  return smsText({ ...short, facts }, link);
}

/** The server's page, of several servers Schedule Tasks, of a fire drill its incident. */
function linkOf(config: Config, { news, incident }: Telling): string {
  const [first, ...others] = news;
  if (first) return others.length === 0 ? serverLink(config, first.clientId) : scheduleTasksLink(config);
  return incident === null ? scheduleTasksLink(config) : incidentLink(config, incident.id);
}

/** Address of an incident's page. */
function incidentLink({ publicUrl }: { publicUrl: string }, id: number): string {
  return `${publicUrl}/#/admin/incidents/${id}`;
}

/** The output of a failed run, if the news is about one server. */
function outputOf({ news: [first, ...others] }: Telling): string {
  return first && others.length === 0 ? first.output : '';
}

/** The news for channels. */
function notificationOf(telling: Telling, link: string, acknowledge: string | null): Notification {
  const {
    type,
    at,
    news,
    texts: { long },
  } = telling;
  return {
    type,
    title: headline(long),
    text: [long.facts, outputOf(telling)].filter((part) => part !== '').join('\n\n'),
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
