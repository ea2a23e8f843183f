import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { channelKinds } from '../../contract/alarms.ts';
import { type Outcome, outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { alarmDeliveries } from '../../db/schema/alarms.ts';
import { healthFlips, healthMails } from '../../db/schema/health.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';
import { failureReason } from '../telephony/failure-reason.ts';
import type { FlipRow } from './flip.ts';
import { type ServerEvents, serverEvents } from './server-events.ts';

/** A notification of an outage, and whether it arrived. */
interface Told {
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

/** A time without a sign of life. */
export interface ServerOutage {
  at: Date;
  /** Null: it lasts. */
  until: Date | null;
  cause: FlipRow['cause'];
  exitCode: number | null;
  detail: string;
  since: Date | null;
  told: Told[];
}

/** Outages of the history, and notifications of them. */
const maxOutages = 30;
const maxTold = 600;
const historyMs = 90 * 86_400_000;

/** The newest outages of a server with everyone who was told of them; for a client without the company's mails. */
export async function readOutages(
  db: Database,
  clientId: number,
  { now, scope }: { now: Date; scope: number | null },
): Promise<ServerOutage[]> {
  const flips = await db
    .select()
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, clientId), gt(healthFlips.at, new Date(Number(now) - historyMs))))
    .orderBy(asc(healthFlips.at));
  const outages = flips
    .flatMap((flip, place) => (flip.status === 'offline' ? [{ flip, until: flips[place + 1]?.at ?? null }] : []))
    .slice(-maxOutages)
    .map(({ flip, until }): ServerOutage => {
      const { at, cause, exitCode, detail, since } = flip;
      return { at, until, cause, exitCode, detail, since, told: [] };
    });
  const [first] = outages;
  if (!first) return [];
  const events = await serverEvents(db, clientId, first.at);
  const notices = [
    ...(await messagesAbout(db, events, scope)),
    ...(await deliveriesAbout(db, events, scope)),
    ...(scope === null ? await mailsAbout(db, events) : []),
  ];
  for (const { eventAt, ...told } of notices) outages.findLast(({ at }) => at <= eventAt)?.told.push(told);
  return outages.reverse();
}

type Notice = Told & { eventAt: Date };

async function messagesAbout(db: Database, { isOne, aboutOf }: ServerEvents, scope: number | null): Promise<Notice[]> {
  const rows = await db
    .select({ row: log, contact: telephonyContacts.friendlyName })
    .from(log)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, log.contactId))
    .where(and(isOne(log.eventKey), scope === null ? undefined : eq(log.telephonyClientId, scope)))
    .orderBy(asc(log.eventKey), asc(log.contactId))
    .limit(maxTold);
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
    .limit(maxTold);
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
    .limit(maxTold);
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
