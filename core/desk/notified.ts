import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { healthMails } from '../../db/schema/health.ts';
import { telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import type { FlipRow, Monitor } from '../health/flip.ts';

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
  const sent = await db
    .select({
      contactId: telephonyMessages.contactId,
      name: telephonyContacts.friendlyName,
      number: telephonyMessages.toNumber,
      status: telephonyMessages.status,
    })
    .from(telephonyMessages)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, telephonyMessages.contactId))
    .where(isAbout(telephonyMessages.eventKey, monitor))
    .orderBy(asc(telephonyMessages.eventKey), asc(telephonyMessages.contactId))
    .limit(maxRead);
  const [mail] = await db
    .select({ mailedAt: healthMails.mailedAt })
    .from(healthMails)
    .where(isAbout(healthMails.eventKey, monitor))
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

/** Condition for notifications of a server since its outage. Their keys are `health-<id>-<milliseconds>-<kind>` (core/health/due-alarms.ts). */
function isAbout(eventKey: AnySQLiteColumn, { clientId, statusSince }: Outage['monitor']) {
  // The next character after the dash ends the range.
  return and(gte(eventKey, `health-${clientId}-${Number(statusSince)}`), lt(eventKey, `health-${clientId}.`));
}

function reasonForNone({ alarmAt }: Outage['monitor'], flip: FlipRow | null) {
  if (flip?.alarm === 'held') return { reason: 'held' as const, until: alarmAt };
  return { reason: flip?.alarm === 'send' ? ('waiting' as const) : ('nobody' as const), until: null };
}
