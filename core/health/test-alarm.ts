import { eq } from 'drizzle-orm';
import { clients } from '../../db/schema/clients.ts';
import { storeNotification } from '../alarms/deliveries.ts';
import { channelsOfServers, contactsOfAccounts } from '../alarms/recipients.ts';
import { storeAndSend } from '../alarms/store-and-send.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import { queueAlarmMail } from './alarm-mails.ts';
import { readRecipients } from './recipients.ts';
import { serverLink } from './server-link.ts';

/**
 * Sends a text that is marked as a test to everyone who would be notified of an outage of this server, on the way of an alarm.
 * `requestId` makes repeated calls send nothing more. Returns the number of notifications. Throws 404 and 409.
 */
export async function sendTestAlarm(
  deps: CoreDependencies,
  { id, requestId }: { id: number; requestId: string },
  recordChange: RecordChange,
): Promise<{ messages: number; deliveries: number; mails: number }> {
  const { db, config, now } = deps;
  const [server] = await db
    .select({ name: clients.name, account: clients.telephonyClientId })
    .from(clients)
    .where(eq(clients.id, id));
  if (!server) throw notFound('This server');
  const { account } = server;
  const contacts = account === null ? [] : ((await contactsOfAccounts(db, [account])).get(account) ?? []);
  const recipients = [...contacts, ...((await channelsOfServers(db, [id])).get(id) ?? [])];
  const { mail } = await readRecipients(deps, id, null);
  if (recipients.length === 0 && mail === null) throw conflict('Nobody would be notified of an outage of this server.');
  const at = now();
  const text = `TEST: ${server.name} is well. An alarm of this server would arrive like this.`;
  const notification = {
    type: 'test' as const,
    title: text,
    text: '',
    link: serverLink(config, id),
    acknowledgeLink: null,
    at: at.toISOString(),
    monitors: [],
  };
  const event = { eventKey: `test-alarm-${requestId}`, notification, smsText: text, now: at };
  const sent = await storeAndSend(deps, (tx) => ({
    stored: [
      ...storeNotification(tx, recipients, event),
      ...(mail === null ? [] : [{ as: 'mail' as const, statement: queueAlarmMail(tx, { ...event, text }) }]),
    ],
    further: [],
  }));
  if (sent.messages + sent.deliveries + sent.mails === 0) throw conflict('This test alarm has already been sent.');
  recordChange({ record: 'Test alarm', id, after: { server: server.name, ...sent } });
  return sent;
}
