import { and, asc, eq, like } from 'drizzle-orm';
import { alarmDeliveries } from '../../db/schema/alarms.ts';
import { telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import { startReceiver } from '../channels/setup.ts';
import { closeServers, localName } from '../checks/setup.ts';
import { makeSetup } from '../health/setup.ts';

/** The setup of server health with private networks allowed, receivers on this machine, and what was stored and sent. */
export async function makeAlarmSetup(variables: Record<string, string> = {}) {
  const setup = await makeSetup({ CHECK_PRIVATE_NETWORKS: 'on', ...variables });
  const { db } = setup.deps;

  /** Starts a receiver of webhooks; its address is that of this machine, because the product asks DNS alone. */
  async function receiver(answer?: Parameters<typeof startReceiver>[0]) {
    const started = await startReceiver(answer);
    const address = `${started.address.replace(localName, '127.0.0.1')}/hook`;
    const titles = () => started.received.map(({ body }) => String(JSON.parse(body).data.Title));
    return { ...started, address, titles };
  }
  const addChannel = async (target: string, more: { contactId?: number; name?: string } = {}) => {
    const { id } = await setup.admin.alarms.channels.save({ kind: 'webhook', name: 'Team', target, ...more });
    return id;
  };
  const deliveries = (eventKey = '%') =>
    db.select().from(alarmDeliveries).where(like(alarmDeliveries.eventKey, eventKey)).orderBy(asc(alarmDeliveries.id));
  const messagesTo = (contactId: number) =>
    db
      .select()
      .from(telephonyMessages)
      .where(and(eq(telephonyMessages.contactId, contactId)))
      .orderBy(asc(telephonyMessages.id));
  /** A server with an account and one contact; it has sent a ping. */
  async function addWatched(fields: Parameters<typeof setup.addServer>[0] = {}) {
    const account = await setup.addAccount();
    const contactId = await setup.addContact(account.id);
    const server = await setup.addServer({ telephonyClientId: account.id, ...fields });
    await setup.ping(server.code);
    return { account, contactId, server };
  }
  const deactivate = (contactId: number) =>
    db.update(telephonyContacts).set({ isActive: false }).where(eq(telephonyContacts.id, contactId));
  async function remove() {
    closeServers();
    await setup.remove();
  }
  return { ...setup, receiver, addChannel, deliveries, messagesTo, addWatched, deactivate, remove };
}
