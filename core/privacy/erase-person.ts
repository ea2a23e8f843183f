import { eq, inArray, or } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { PersonalKindName } from '../../contract/privacy.ts';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid } from '../errors.ts';
import { eraseFromAudit } from './erase-audit.ts';
import { countUnderWay, eraseMessages } from './erase-messages.ts';
import { findChannels } from './find-channels.ts';
import { findMessages, findSubscribers } from './find-inbox.ts';
import { findStatusSubscribers } from './find-status-subscribers.ts';
import { findContacts, messagesOf } from './find-telephony.ts';
import type { Identified } from './person.ts';
import { wholeTable } from './slices.ts';

/** Rows of one transaction. */
const batchSize = 500;

/** Records that were deleted or anonymised, by kind. */
export interface Erasure {
  erased: Partial<Record<PersonalKindName, number>>;
  /** Messages under way to the provider, whose numbers are still needed: erase again in some minutes. */
  underWay: number;
}

/**
 * Erases a person who is known by addresses and numbers: deletes messages of the contact form, subscriptions and SMS
 * contacts, and anonymises the message log and values in the audit log. Each kind runs in batches of one transaction each, so
 * other work goes on; after a crash the same call continues. Throws if a number is that of an SMS account.
 */
export async function erasePerson({ db }: Pick<CoreDependencies, 'db'>, person: Identified): Promise<Erasure> {
  await refuseOwnNumbers(db, person);
  const contacts = await idsOf(findContacts(db, person, wholeTable()));
  const inbox = await idsOf(findMessages(db, person, wholeTable()));
  const subscriberIds = await idsOf(findSubscribers(db, person, wholeTable()));
  const statusSubscriberIds = await idsOf(findStatusSubscribers(db, person, wholeTable()));
  const channelIds = await idsOf(findChannels(db, person, wholeTable()));
  // The audit log and the message log first: a repeated run finds what belongs to a contact by the contact.
  const audit = await eraseFromAudit(db, person, contacts);
  const numbers = new Set(person.numbers);
  const isOfContacts = contacts.map((contact) => eq(telephonyMessages.contactId, contact));
  const isOfNumbers = messagesOf(person);
  const isOfPerson = [...isOfContacts, ...isOfNumbers];
  const underWay = isOfPerson.length === 0 ? 0 : await countUnderWay(db, or(...isOfPerson));
  let messageLog = 0;
  // A contact of the person may have had another number.
  for (const isOfContact of isOfContacts)
    messageLog += await eraseMessages(
      db,
      isOfContact,
      'id',
      (number, column) => column === 'toNumber' || numbers.has(number),
    );
  for (const isOfNumber of isOfNumbers)
    messageLog += await eraseMessages(db, isOfNumber, 'createdOn', (number) => numbers.has(number));
  return {
    erased: {
      inbox: await deleteRows(db, inboxMessages, inboxMessages.id, inbox),
      subscribers: await deleteRows(db, subscribers, subscribers.id, subscriberIds),
      statusSubscribers: await deleteRows(db, statusSubscribers, statusSubscribers.id, statusSubscriberIds),
      // Before the contacts, whose channels end with them.
      channels: await deleteRows(db, alarmChannels, alarmChannels.id, channelIds),
      contacts: await deleteRows(db, telephonyContacts, telephonyContacts.id, contacts),
      messageLog,
      audit,
    },
    underWay,
  };
}

/** Throws if a number is the number of an SMS account: its whole message log would lose its numbers. */
async function refuseOwnNumbers(db: Database, { numbers }: Identified): Promise<void> {
  if (numbers.length === 0) return;
  const { twilioPhoneNumber } = telephonyClients;
  const [own] = await db
    .select({ twilioPhoneNumber })
    .from(telephonyClients)
    .where(inArray(twilioPhoneNumber, [...numbers]))
    .limit(1);
  if (own)
    throw invalid({ person: `${own.twilioPhoneNumber} is the number of an SMS account, from which messages are sent` });
}

async function idsOf(records: AsyncGenerator<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of records) ids.push(id);
  return ids;
}

async function deleteRows(
  db: Database,
  table: SQLiteTable,
  id: AnySQLiteColumn,
  ids: readonly number[],
): Promise<number> {
  let deleted = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    deleted += (await db.delete(table).where(inArray(id, batch)).returning({ id })).length;
    await yieldToEventLoop();
  }
  return deleted;
}
