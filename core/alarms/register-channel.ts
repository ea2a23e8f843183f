import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { channelTargets, type registeredChannel } from '../../contract/alarms.ts';
import type { Database } from '../../db/database.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid } from '../errors.ts';
import { saveContact } from '../telephony/contacts.ts';
import { saveChannel } from './channels.ts';

/**
 * Creates the channel with this name, or changes the known one; returns its id. An SMS channel is one of a contact of the default SMS
 * account with this number. Throws 409 for another kind under the name, and without a default account for SMS.
 */
export async function registerChannel(
  deps: CoreDependencies,
  { kind, name, target, secret }: z.output<typeof registeredChannel>,
  recordChange: RecordChange,
): Promise<number> {
  const { db } = deps;
  const [known] = await db
    .select({ id: alarmChannels.id, kind: alarmChannels.kind })
    .from(alarmChannels)
    .where(and(eq(alarmChannels.name, name), or(isNull(alarmChannels.contactId), eq(alarmChannels.kind, 'sms'))))
    .orderBy(asc(alarmChannels.id))
    .limit(1);
  if (known && known.kind !== kind) throw conflict(`The channel ${name} is of another kind: ${known.kind}.`);
  const contactId = kind === 'sms' ? await contactOf(deps, name, target, recordChange) : null;
  const [ofContact] = contactId === null || known ? [] : await smsOf(db, contactId);
  const id = known?.id ?? ofContact?.id;
  const fields = { contactId, kind, name, target, secret, isActive: true };
  return saveChannel(deps, { ...fields, ...(id !== undefined && { id }) }, null, recordChange);
}

function smsOf(db: Database, contactId: number) {
  return db
    .select({ id: alarmChannels.id })
    .from(alarmChannels)
    .where(and(eq(alarmChannels.contactId, contactId), eq(alarmChannels.kind, 'sms')));
}

/** The contact of the default SMS account with this number, which is created if there is none. */
async function contactOf(
  deps: CoreDependencies,
  name: string,
  target: string,
  recordChange: RecordChange,
): Promise<number> {
  const { db } = deps;
  const parsed = channelTargets.sms.safeParse(target);
  if (!parsed.success) throw invalid({ target: parsed.error.issues[0]?.message ?? 'The number is not valid' });
  const [account] = await db
    .select({ id: telephonyClients.id })
    .from(telephonyClients)
    .where(and(eq(telephonyClients.isDefault, true), eq(telephonyClients.isActive, true)));
  if (!account) throw conflict('No SMS account is the default one. Please choose one in the back office first.');
  const isOwn = and(eq(telephonyContacts.parentId, account.id), eq(telephonyContacts.twilioPhoneNumber, parsed.data));
  const [contact] = await db.select({ id: telephonyContacts.id }).from(telephonyContacts).where(isOwn);
  if (contact) return contact.id;
  const values = { friendlyName: name, twilioPhoneNumber: parsed.data, isActive: true };
  const { id } = await saveContact(deps, { parentId: account.id }, values, null, recordChange);
  return id;
}
