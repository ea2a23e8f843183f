import { eq } from 'drizzle-orm';
import { atomically } from '../../db/query/atomically.ts';
import { clients } from '../../db/schema/clients.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import { queueMessage, returnedIds, sendQueued } from '../telephony/queue-message.ts';
import { queueAlarmMail, sendAlarmMails } from './alarm-mails.ts';
import { readRecipients } from './recipients.ts';

/**
 * Sends a text that is marked as a test to everyone who would be told of an outage of this server, on the way of an alarm.
 * `requestId` makes repeated calls send nothing more. Returns the number of messages and mails. Throws 404 and 409.
 */
export async function sendTestAlarm(
  deps: CoreDependencies,
  { id, requestId }: { id: number; requestId: string },
  recordChange: RecordChange,
): Promise<{ messages: number; mails: number }> {
  const { db, now } = deps;
  const [server] = await db.select({ name: clients.name }).from(clients).where(eq(clients.id, id));
  if (!server) throw notFound('This server');
  const { contacts, mail } = await readRecipients(deps, id, null);
  const receivers = contacts.filter(({ isSent }) => isSent);
  if (receivers.length === 0 && mail === null) throw conflict('Nobody would be told of an outage of this server.');
  const eventKey = `test-alarm-${requestId}`;
  const text = `TEST: ${server.name} is well. An alarm of this server would arrive like this.`;
  const results = await atomically(db, (tx) => [
    ...receivers.map((contact) => queueMessage(tx, { eventKey, contactId: contact.id, text, now: now() })),
    ...(mail === null ? [] : [queueAlarmMail(tx, { eventKey, text, now: now() })]),
  ]);
  const ids = results.map(returnedIds);
  const [messages, mails] = [ids.slice(0, receivers.length).flat(), ids.slice(receivers.length).flat()];
  if (messages.length + mails.length === 0) throw conflict('This test alarm has already been sent.');
  recordChange({
    record: 'Test alarm',
    id,
    after: { server: server.name, messages: messages.length, mails: mails.length },
  });
  await sendQueued(deps, messages);
  await sendAlarmMails(deps, mails);
  return { messages: messages.length, mails: mails.length };
}
