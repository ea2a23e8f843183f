import { and, desc, eq, gte, lt, ne } from 'drizzle-orm';
import { type Outcome, outcomeOf } from '../../contract/message-outcomes.ts';
import { finalRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { healthMails } from '../../db/schema/health.ts';
import { telephonyMessages as log, telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { QueueUnavailable } from '../queue/queue.ts';
import type { MessageRow } from './delivery-status.ts';
import { failureReason, whatToDo } from './failure-reason.ts';
import { sendMessage, sendMessageKey } from './jobs.ts';
import { priceOf, serverNames } from './log-rows.ts';
import { eventOf, type MessageEvent, serverOfEvent } from './message-event.ts';
import { againKey, whyNotAgain } from './send-again.ts';
import { isPublicUrl } from './status-callback.ts';
import { stepsOf } from './story-steps.ts';

/** Another message of the same event. */
interface NotifiedContact {
  id: number;
  contact: string | null;
  toNumber: string;
  outcome: Outcome;
  status: string;
  reason: string | null;
  createdOn: Date;
}

/** Contacts of one event that are shown. */
const maxNotified = 50;

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'queue' | 'config'>;

/** One message from its cause to its end, who else was notified, and what comes next. Throws 404 if the scope may not see it. */
export async function messageStory(deps: Deps, id: number, scope: number | null) {
  const { db } = deps;
  const [found] = await db
    .select({ row: log, contact: telephonyContacts, account: telephonyClients })
    .from(log)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, log.contactId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, log.telephonyClientId))
    .where(and(eq(log.id, id), scope === null ? undefined : eq(log.telephonyClientId, scope)));
  if (!found) throw notFound('This message');
  const { row, contact, account } = found;
  const event = eventOf(row.eventKey);
  const cause = await causeOf(db, event, scope);
  const nextTry = row.delivery === 'waiting' ? await nextTryOf(deps, id) : null;
  const again = await messagesOf(db, againKey(id), scope);
  return {
    id,
    telephonyClientId: row.telephonyClientId,
    account: account?.projectName ?? null,
    contact: contact && { id: contact.id, name: contact.friendlyName },
    fromNumber: row.fromNumber,
    toNumber: row.toNumber,
    requestFrom: row.requestFrom,
    messageSid: row.messageSid,
    accountSid: row.accountSid,
    status: row.providerStatus ?? row.status,
    outcome: outcomeOf(row.status),
    isFinal: row.rank >= finalRank,
    reason: failureReason(row),
    advice: whatToDo(row.error),
    segments: row.segments,
    price: priceOf(row.response),
    body: row.body,
    createdOn: row.isUndated ? null : row.createdOn,
    cause,
    steps: stepsOf(row, contact?.friendlyName ?? null),
    next: nextOf(row, { nextTry, hasReports: isPublicUrl(deps.config) }),
    notified: row.eventKey === null ? [] : await messagesOf(db, row.eventKey, scope, id),
    mails: await mailsOf(db, row.eventKey, scope),
    again,
    /** Why the message cannot be sent again; null if it can. */
    notAgain: await whyNotAgain(db, { row, contact, account }),
    response: row.response,
    error: row.error,
  };
}

/** What caused a message, in words, and the place of the back office that shows it. */
export interface Cause {
  kind: MessageEvent['kind'] | 'incoming' | 'imported';
  title: string;
  at: Date | null;
  server: { id: number; name: string } | null;
  messageId: number | null;
}

async function causeOf(db: Database, event: MessageEvent | null, scope: number | null): Promise<Cause> {
  const plain = { at: null, server: null, messageId: null };
  if (event === null) return { ...plain, kind: 'imported', title: 'From Twilio’s message log' };
  switch (event.kind) {
    case 'status':
    case 'held':
    case 'reminder': {
      const names = await serverNames(db, [`health-${event.server}-`]);
      const name = names.get(event.server) ?? 'A deleted server';
      const server = names.has(event.server) ? { id: event.server, name } : null;
      const others = event.kind === 'status' && event.groupKey !== null ? await othersIn(db, event.groupKey) : '';
      return { kind: event.kind, title: `${name}${others} ${wordsOf(event)}`, at: event.at, server, messageId: null };
    }
    case 'relay': {
      const isOrigin = eq(log.messageSid, event.messageSid);
      const [origin] = await db
        .select({ id: log.id, createdOn: log.createdOn, from: log.fromNumber })
        .from(log)
        .where(and(isOrigin, scope === null ? undefined : eq(log.telephonyClientId, scope)));
      const title = origin ? `A text from ${origin.from} was passed on` : 'An incoming text was passed on';
      return { ...plain, kind: 'relay', title, at: origin?.createdOn ?? null, messageId: origin?.id ?? null };
    }
    case 'again':
      return { ...plain, kind: 'again', title: 'A message was sent again', messageId: event.message };
    case 'test':
      return { ...plain, kind: 'test', title: 'A test message was sent' };
    default:
      return { ...plain, kind: 'other', title: 'The product sent a message' };
  }
}

/** The other servers that a notification is about, in words: ` and 13 others`. */
async function othersIn(db: Database, groupKey: string): Promise<string> {
  const servers = await db.$count(alarmGroups, eq(alarmGroups.groupKey, groupKey));
  return servers > 1 ? ` and ${servers - 1} others` : '';
}

function wordsOf(event: Extract<MessageEvent, { server: number }>): string {
  if (event.kind === 'held') return 'had changes that were held back';
  if (event.kind === 'reminder') return 'was still offline';
  return event.status === 'online' ? 'came back online' : `went ${event.status}`;
}

/** When the queue tries next; null if it does not say. */
async function nextTryOf({ queue }: Deps, id: number): Promise<Date | null> {
  try {
    return (await queue.find(sendMessage, sendMessageKey(id)))?.dueAt ?? null;
  } catch (error) {
    if (error instanceof QueueUnavailable) return null;
    throw error;
  }
}

/** What happens next, in words; null for a message that nothing more happens to. */
function nextOf(
  { delivery, attempts, rank, status }: MessageRow,
  { nextTry, hasReports }: { nextTry: Date | null; hasReports: boolean },
): { text: string; at: Date | null } | null {
  if (delivery === 'waiting')
    return { text: attempts === 0 ? 'The message waits to be sent.' : 'Another attempt follows.', at: nextTry };
  if (delivery === 'handing-over')
    return {
      text: 'It is not known whether Twilio has taken the message. The product looks in Twilio’s log before it sends again.',
      at: null,
    };
  if (rank >= finalRank || status === 'received') return null;
  const text = hasReports
    ? 'Twilio reports whether the message was delivered.'
    : 'The product asks Twilio whether the message was delivered, because Twilio cannot reach PUBLIC_URL.';
  return { text, at: null };
}

/** The messages of an event, or of those whose key begins so; without one of them. */
async function messagesOf(
  db: Database,
  key: string | { begin: string; end: string },
  scope: number | null,
  without = 0,
): Promise<NotifiedContact[]> {
  const isEvent =
    typeof key === 'string' ? eq(log.eventKey, key) : and(gte(log.eventKey, key.begin), lt(log.eventKey, key.end));
  const rows = await db
    .select({ row: log, contact: telephonyContacts.friendlyName })
    .from(log)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, log.contactId))
    .where(and(isEvent, ne(log.id, without), scope === null ? undefined : eq(log.telephonyClientId, scope)))
    .orderBy(desc(log.createdOn), desc(log.id))
    .limit(maxNotified);
  return rows.map(({ row, contact }) => ({
    id: row.id,
    contact,
    toNumber: row.toNumber,
    outcome: outcomeOf(row.status),
    status: row.providerStatus ?? row.status,
    reason: failureReason(row),
    createdOn: row.createdOn,
  }));
}

/** The company's mails about an alarm; a client does not learn of them. */
async function mailsOf(db: Database, eventKey: string | null, scope: number | null) {
  if (scope !== null || eventKey === null || serverOfEvent(eventKey) === null) return [];
  const { id, createdAt, mailedAt } = healthMails;
  return db.select({ id, createdAt, mailedAt }).from(healthMails).where(eq(healthMails.eventKey, eventKey));
}
