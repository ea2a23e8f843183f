import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmChannels, monitorChannels } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';

const columns = {
  id: alarmChannels.id,
  kind: alarmChannels.kind,
  name: alarmChannels.name,
  target: alarmChannels.target,
  provenAt: alarmChannels.provenAt,
  problem: alarmChannels.problem,
  isActive: alarmChannels.isActive,
};

/** A channel that alarms of a server use, without its secrets. */
export type ListedChannel = Pick<typeof alarmChannels.$inferSelect, keyof typeof columns>;

/** The channels of a server's contacts, by contact in their order, also those that are off, and the server's own active ones. */
export async function listedChannels(
  db: Database,
  clientId: number,
): Promise<{ ofContact: ReadonlyMap<number | null, ListedChannel[]>; ofServer: ListedChannel[] }> {
  const ofContacts = await db
    .select({ contactId: alarmChannels.contactId, channel: columns })
    .from(alarmChannels)
    .innerJoin(telephonyContacts, eq(telephonyContacts.id, alarmChannels.contactId))
    .innerJoin(clients, eq(clients.telephonyClientId, telephonyContacts.parentId))
    .where(eq(clients.id, clientId))
    .orderBy(asc(alarmChannels.position), asc(alarmChannels.id));
  const ofServer = await db
    .select(columns)
    .from(alarmChannels)
    .innerJoin(monitorChannels, eq(monitorChannels.channelId, alarmChannels.id))
    .where(and(eq(monitorChannels.clientId, clientId), eq(alarmChannels.isActive, true)))
    .orderBy(asc(alarmChannels.id));
  const ofContact = new Map<number | null, ListedChannel[]>();
  for (const { contactId, channel } of ofContacts)
    ofContact.set(contactId, [...(ofContact.get(contactId) ?? []), channel]);
  return { ofContact, ofServer };
}
