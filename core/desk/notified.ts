import { asc, eq } from 'drizzle-orm';
import { outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { healthMails } from '../../db/schema/health.ts';
import { telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import type { FlipRow, Monitor } from '../health/flip.ts';
import { serverEvents } from '../health/server-events.ts';

/** Recipients that are named. */
const maxNamed = 4;
/** Notifications of an outage that are read: reminders repeat the recipients. */
const maxRead = 50;

/** The row of an offline server, and the change that made it so. */
interface Outage {
  monitor: Pick<Monitor, 'clientId' | 'statusSince' | 'alarmAt'>;
  flip: FlipRow | null;
}

/**
 * Who was notified of an outage: contacts with the outcome of their first message, and the company by mail. Without either,
 * `instead` says why: the alarm is held back, waits for the next sweep, or has nobody to go to.
 */
export async function readNotified(db: Database, { monitor, flip }: Outage) {
  const { isOne } = await serverEvents(db, monitor.clientId, monitor.statusSince);
  const sent = await db
    .select({
      contactId: telephonyMessages.contactId,
      name: telephonyContacts.friendlyName,
      number: telephonyMessages.toNumber,
      status: telephonyMessages.status,
    })
    .from(telephonyMessages)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, telephonyMessages.contactId))
    .where(isOne(telephonyMessages.eventKey))
    .orderBy(asc(telephonyMessages.eventKey), asc(telephonyMessages.contactId))
    .limit(maxRead);
  const [mail] = await db
    .select({ mailedAt: healthMails.mailedAt })
    .from(healthMails)
    .where(isOne(healthMails.eventKey))
    .orderBy(asc(healthMails.eventKey))
    .limit(1);
  const contacts = [...Map.groupBy(sent, ({ contactId, number }) => contactId ?? number).values()].flatMap(([first]) =>
    first ? { name: first.name ?? first.number, outcome: outcomeOf(first.status) } : [],
  );
  return {
    contacts: contacts.slice(0, maxNamed),
    more: Math.max(0, contacts.length - maxNamed),
    mail: mail ? (mail.mailedAt === null ? ('waiting' as const) : ('sent' as const)) : null,
    instead: sent.length > 0 || mail ? null : reasonForNone(monitor, flip),
  };
}

function reasonForNone({ alarmAt }: Outage['monitor'], flip: FlipRow | null) {
  if (flip?.alarm === 'held') return { reason: 'held' as const, until: alarmAt };
  return { reason: flip?.alarm === 'send' ? ('waiting' as const) : ('nobody' as const), until: null };
}
