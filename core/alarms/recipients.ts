import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmChannels, monitorChannels } from '../../db/schema/alarms.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { SentKind } from '../channels/notification.ts';

/** One way to reach a recipient. */
type Place =
  | { kind: 'sms'; contactId: number; name: string }
  | { kind: SentKind; channelId: number; contactId: number | null; name: string };

/** A person or chat that is notified: the first place at once, each further one if those before did not arrive. */
export interface Recipient {
  /** `contact-7` or `channel-3`. */
  key: string;
  name: string;
  places: Place[];
}

/** The active contacts of active SMS accounts, by account, each with its places. */
export async function contactsOfAccounts(
  db: Database,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, Recipient[]>> {
  if (accounts.length === 0) return new Map();
  const rows = await activeContacts(db, inArray(telephonyContacts.parentId, [...accounts]));
  const recipients = await withPlaces(db, rows);
  const ofAccount = new Map<number, Recipient[]>();
  for (const [index, { accountId }] of rows.entries()) {
    const recipient = recipients[index];
    if (recipient) ofAccount.set(accountId, [...(ofAccount.get(accountId) ?? []), recipient]);
  }
  return ofAccount;
}

/** The channels of their own that servers notify beside their contacts, by server. */
export async function channelsOfServers(
  db: Database,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Recipient[]>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .select({ clientId: monitorChannels.clientId, channel: alarmChannels })
    .from(monitorChannels)
    .innerJoin(alarmChannels, eq(alarmChannels.id, monitorChannels.channelId))
    .where(and(inArray(monitorChannels.clientId, [...clientIds]), eq(alarmChannels.isActive, true)))
    .orderBy(asc(alarmChannels.id));
  const ofServer = new Map<number, Recipient[]>();
  for (const { clientId, channel } of rows)
    ofServer.set(clientId, [...(ofServer.get(clientId) ?? []), channelRecipient(channel)]);
  return ofServer;
}

/** Active contacts of active SMS accounts by their ids, whatever their account. */
export async function contactsById(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Recipient>> {
  if (ids.length === 0) return new Map();
  const rows = await activeContacts(db, inArray(telephonyContacts.id, [...ids]));
  const recipients = await withPlaces(db, rows);
  return new Map(rows.flatMap(({ id }, place) => (recipients[place] ? [[id, recipients[place]] as const] : [])));
}

/** Active channels of their own by their ids. */
export async function channelsById(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Recipient>> {
  if (ids.length === 0) return new Map();
  const isWanted = and(inArray(alarmChannels.id, [...ids]), eq(alarmChannels.isActive, true));
  const channels = await db.select().from(alarmChannels).where(isWanted);
  return new Map(channels.map((channel) => [channel.id, channelRecipient(channel)]));
}

/** Recipients by keys such as `contact-7`; those that are gone or switched off are left out. */
export async function recipientsByKey(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Recipient>> {
  const idsOf = (kind: string) =>
    keys.flatMap((key) => (key.startsWith(`${kind}-`) ? [Number(key.slice(kind.length + 1))] : []));
  const contacts = await contactsById(db, idsOf('contact'));
  const channels = await channelsById(db, idsOf('channel'));
  return new Map([...contacts.values(), ...channels.values()].map((recipient) => [recipient.key, recipient]));
}

/** The name behind a key such as `contact-7`. */
export async function nameOfRecipient(db: Database, key: string): Promise<string> {
  const [kind, id] = key.split('-');
  if (kind === 'company') return 'The company';
  const names =
    kind === 'contact'
      ? db
          .select({ name: telephonyContacts.friendlyName })
          .from(telephonyContacts)
          .where(eq(telephonyContacts.id, Number(id)))
      : db
          .select({ name: alarmChannels.name })
          .from(alarmChannels)
          .where(eq(alarmChannels.id, Number(id)));
  const [found] = await names;
  return found?.name ?? 'A deleted recipient';
}

/** The company's channels of their own, which hear about the product itself. */
export async function channelsOfCompany(db: Database): Promise<Recipient[]> {
  const { id, telephonyClientId, contactId, isActive } = alarmChannels;
  const isOfCompany = and(isNull(telephonyClientId), isNull(contactId), eq(isActive, true));
  const channels = await db.select().from(alarmChannels).where(isOfCompany).orderBy(asc(id));
  return channels.map(channelRecipient);
}

function activeContacts(db: Database, where: ReturnType<typeof inArray>) {
  return db
    .select({
      id: telephonyContacts.id,
      accountId: telephonyContacts.parentId,
      name: telephonyContacts.friendlyName,
    })
    .from(telephonyContacts)
    .innerJoin(telephonyClients, eq(telephonyClients.id, telephonyContacts.parentId))
    .where(and(where, eq(telephonyContacts.isActive, true), eq(telephonyClients.isActive, true)))
    .orderBy(asc(telephonyContacts.position), asc(telephonyContacts.id));
}

async function withPlaces(db: Database, contacts: readonly { id: number; name: string }[]): Promise<Recipient[]> {
  if (contacts.length === 0) return [];
  const ids = contacts.map(({ id }) => id);
  const channels = await db
    .select()
    .from(alarmChannels)
    .where(inArray(alarmChannels.contactId, ids))
    .orderBy(asc(alarmChannels.position), asc(alarmChannels.id));
  const ofContact = Map.groupBy(channels, ({ contactId }) => contactId);
  return contacts.map(({ id, name }) => {
    const own = ofContact.get(id) ?? [];
    const active = own.filter(({ isActive }) => isActive).map(placeOf);
    const sms: Place = { kind: 'sms', contactId: id, name };
    // An entry for SMS that is switched off keeps the SMS from being the first.
    const hasOwnSms = own.some(({ kind }) => kind === 'sms');
    return { key: `contact-${id}`, name, places: hasOwnSms ? active : [sms, ...active] };
  });
}

type Channel = typeof alarmChannels.$inferSelect;

/** A channel of its own, or one of a contact alone. */
export function channelRecipient(channel: Channel): Recipient {
  return { key: `channel-${channel.id}`, name: channel.name, places: [placeOf(channel)] };
}

function placeOf({ id, contactId, kind, name }: Channel): Place {
  // An SMS channel always has its contact.
  if (kind === 'sms') return { kind, contactId: contactId ?? 0, name };
  return { kind, channelId: id, contactId, name };
}
