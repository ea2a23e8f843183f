import { and, asc, eq, ne } from 'drizzle-orm';
import type { channelKinds } from '../../contract/alarms.ts';
import { type Outcome, outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { alarmDeliveries } from '../../db/schema/alarms.ts';
import { healthMails } from '../../db/schema/health.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';
import { failureReason } from '../telephony/failure-reason.ts';
import type { ServerEvents } from './server-events.ts';

/** A notification of an outage, and whether it arrived. */
export interface NotifiedRecipient {
  channel: 'mail' | (typeof channelKinds)[number];
  /** Id of the message; null for a mail. */
  messageId: number | null;
  /** The contact's name, its number, the channel's name, or that the company got the mail. */
  who: string;
  /** What it said: the outage, its end, a reminder, or a summary of changes that were held back. */
  about: 'offline' | 'online' | 'reminder' | 'held';
  outcome: Outcome;
  reason: string | null;
  at: Date;
}

type Notice = NotifiedRecipient & { eventAt: Date };

/** Notifications of one kind that are read. */
const maxNotified = 600;

/** The notifications about events; for a client without the company's mails and channels. */
export async function noticesAbout(db: Database, events: ServerEvents, scope: number | null): Promise<Notice[]> {
  return [
    ...(await messagesAbout(db, events, scope)),
    ...(await deliveriesAbout(db, events, scope)),
    ...(scope === null ? await mailsAbout(db, events) : []),
  ];
}

async function messagesAbout(db: Database, { isOne, aboutOf }: ServerEvents, scope: number | null): Promise<Notice[]> {
  const rows = await db
    .select({ row: log, contact: telephonyContacts.friendlyName })
    .from(log)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, log.contactId))
    .where(and(isOne(log.eventKey), scope === null ? undefined : eq(log.telephonyClientId, scope)))
    .orderBy(asc(log.eventKey), asc(log.contactId))
    .limit(maxNotified);
  return rows.flatMap(({ row, contact }) => {
    const event = aboutOf(row.eventKey);
    return event
      ? [
          {
            ...event,
            channel: 'sms',
            messageId: row.id,
            who: contact ?? row.toNumber,
            outcome: outcomeOf(row.status),
            reason: failureReason(row),
            at: row.createdOn,
          },
        ]
      : [];
  });
}

const deliveryOutcomes = {
  waiting: 'pending',
  'handing-over': 'pending',
  accepted: 'delivered',
  failed: 'failed',
} as const;

/** Notifications on channels, without those that an earlier channel made needless, and SMS, which are messages. */
async function deliveriesAbout(
  db: Database,
  { isOne, aboutOf }: ServerEvents,
  scope: number | null,
): Promise<Notice[]> {
  const { eventKey, kind, state } = alarmDeliveries;
  const rows = await db
    .select({ row: alarmDeliveries, contact: telephonyContacts.friendlyName })
    .from(alarmDeliveries)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, alarmDeliveries.contactId))
    .where(
      and(
        isOne(eventKey),
        ne(kind, 'sms'),
        ne(state, 'skipped'),
        // The company's own channels are not a client's business.
        scope === null ? undefined : eq(telephonyContacts.parentId, scope),
      ),
    )
    .orderBy(asc(eventKey), asc(alarmDeliveries.recipient), asc(alarmDeliveries.place))
    .limit(maxNotified);
  return rows.flatMap(({ row, contact }) => {
    const event = aboutOf(row.eventKey);
    // A further place of a contact has not been tried yet.
    if (!event || row.state === 'skipped' || (row.state === 'waiting' && row.attempts === 0 && row.place > 0))
      return [];
    const { kind: channel, name, problem: reason, settledAt, createdAt } = row;
    const who = contact === null ? name : `${contact} (${name})`;
    const outcome = deliveryOutcomes[row.state];
    return [{ ...event, channel, messageId: null, who, outcome, reason, at: settledAt ?? createdAt }];
  });
}

async function mailsAbout(db: Database, { isOne, aboutOf }: ServerEvents): Promise<Notice[]> {
  const rows = await db
    .select()
    .from(healthMails)
    .where(isOne(healthMails.eventKey))
    .orderBy(asc(healthMails.eventKey))
    .limit(maxNotified);
  return rows.flatMap(({ eventKey, createdAt, mailedAt }) => {
    const event = aboutOf(eventKey);
    const outcome = mailedAt === null ? 'pending' : 'delivered';
    return event
      ? [
          {
            ...event,
            channel: 'mail',
            messageId: null,
            who: 'The company',
            outcome,
            reason: null,
            at: mailedAt ?? createdAt,
          },
        ]
      : [];
  });
}
