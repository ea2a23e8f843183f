import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmIncidents, alarmNotices } from '../../db/schema/alarm-incidents.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import { acknowledge } from './acknowledge.ts';

/**
 * Acknowledges by an SMS such as "ACK 12", or "ACK" if its sender was notified of one open incident. Returns the text of the reply, or
 * null for an ordinary message: other texts, and senders who were not notified of the incident.
 */
export async function acknowledgeBySms(
  db: Database,
  { accountId, from, text }: { accountId: number; from: string; text: string },
  now: Date,
): Promise<string | null> {
  const [, number] = /^\s*ack(?:nowledge)?\s*#?(\d{1,9})?\s*[.!]?\s*$/i.exec(text) ?? [null];
  if (number === null) return null;
  const contacts = await db
    .select({ id: telephonyContacts.id, name: telephonyContacts.friendlyName })
    .from(telephonyContacts)
    .where(and(eq(telephonyContacts.parentId, accountId), eq(telephonyContacts.twilioPhoneNumber, from)));
  const names = new Map(contacts.map(({ id, name }) => [`contact-${id}`, name]));
  if (names.size === 0) return null;
  const notified = await notifiedIncidents(db, [...names.keys()], number === undefined ? null : Number(number));
  const [first, second] = notified;
  if (!first) return null;
  if (second) return `Several incidents are open: reply ACK and a number, such as ACK ${first.incident.id}.`;
  const { incident, recipient } = first;
  const answer = await acknowledge(db, incident, { who: names.get(recipient) ?? from, recipient }, now);
  return replyTo(answer, incident);
}

/** The incident with a number, or (null) all open incidents, that one of the recipients was notified of. */
async function notifiedIncidents(db: Database, recipients: readonly string[], id: number | null) {
  const isMeant =
    id === null
      ? and(isNull(alarmIncidents.resolvedAt), isNull(alarmIncidents.acknowledgedAt))
      : eq(alarmIncidents.id, id);
  return db
    .select({ incident: alarmIncidents, recipient: sql<string>`min(${alarmNotices.recipient})` })
    .from(alarmIncidents)
    .innerJoin(alarmNotices, eq(alarmNotices.incidentId, alarmIncidents.id))
    .where(and(isMeant, inArray(alarmNotices.recipient, [...recipients])))
    .groupBy(alarmIncidents.id)
    .orderBy(desc(alarmIncidents.id))
    .limit(2);
}

function replyTo(
  answer: Awaited<ReturnType<typeof acknowledge>>,
  { id, acknowledgedBy }: { id: number; acknowledgedBy: string | null },
): string {
  switch (answer) {
    case 'acknowledged':
      return `Incident ${id} is acknowledged. No further alarms are sent for it.`;
    case 'answered':
      return `Thank you: your answer to fire drill ${id} is recorded.`;
    case 'known':
      return acknowledgedBy === null
        ? `Your answer to ${id} is recorded already.`
        : `Incident ${id} is acknowledged already, by ${acknowledgedBy}.`;
    case 'resolved':
      return `Incident ${id} is over.`;
  }
}
