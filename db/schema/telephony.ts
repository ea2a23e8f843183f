import { sql } from 'drizzle-orm';
import { messageStatuses } from '../../contract/telephony.ts';
import {
  childOf,
  choice,
  count,
  flag,
  id,
  index,
  instant,
  json,
  primaryKey,
  recordColumns,
  table,
  text,
  uniqueIndex,
} from '../columns.ts';

/** SMS accounts of clients. The number, SID and secret a client's messages are sent with. One at most is the default. */
export const telephonyClients = table(
  'telephony_clients',
  {
    ...recordColumns(),
    /** First and last name of the user who was added with the account; empty without one. */
    clientName: text().notNull().default(''),
    projectName: text().notNull(),
    twilioPhoneNumber: text().notNull(),
    phoneNumber: text().notNull(),
    accountSid: text().notNull(),
    /** Encrypted (core/telephony/secrets.ts). */
    authToken: text().notNull(),
    isDefault: flag().notNull(),
    /** What the provider said of SID and token when they were last tried. */
    credentials: choice(['unchecked', 'accepted', 'refused']).notNull().default('unchecked'),
    credentialsProblem: text(),
    createdAt: instant().notNull(),
  },
  (row) => [uniqueIndex('telephony_clients_default').on(row.isDefault).where(sql`${row.isDefault}`)],
);

/** Numbers that get an account's messages; `problem` says why the provider does not deliver to one. */
export const telephonyContacts = table(
  'telephony_contacts',
  {
    ...recordColumns(),
    parentId: childOf(() => telephonyClients.id),
    friendlyName: text().notNull(),
    twilioPhoneNumber: text().notNull(),
    problemCode: count(),
    problem: text(),
    problemAt: instant(),
  },
  (row) => [uniqueIndex('telephony_contacts_number').on(row.parentId, row.twilioPhoneNumber)],
);

/** Numbers that answered STOP; kept apart from contacts, so that adding a number again does not undo it. */
export const telephonyOptOuts = table(
  'telephony_opt_outs',
  {
    telephonyClientId: childOf(() => telephonyClients.id),
    phoneNumber: text().notNull(),
    optedOutAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.telephonyClientId, row.phoneNumber] })],
);

/**
 * The message log: what we send, what comes in, and what the provider's own log tells. What is large stands last.
 * `delivery` is where a message of ours is on its way to the provider; null for rows that are not ours to send:
 * waiting (may be handed over), handing-over (an attempt has begun whose outcome is not on record), done.
 */
export const telephonyMessages = table(
  'telephony_messages',
  {
    id: id(),
    telephonyClientId: count().references(() => telephonyClients.id, { onDelete: 'set null' }),
    contactId: count().references(() => telephonyContacts.id, { onDelete: 'set null' }),
    /** What the message is about; one message for each event and contact. */
    eventKey: text(),
    fromNumber: text().notNull(),
    /** Who caused the message: the sender of an incoming one; empty when it was the product itself. */
    requestFrom: text().notNull().default(''),
    toNumber: text().notNull(),
    accountSid: text().notNull(),
    messageSid: text(),
    status: choice(messageStatuses).notNull(),
    /** Place of the status in `statusRank`. */
    rank: count().notNull(),
    createdOn: instant().notNull(),
    delivery: choice(['waiting', 'handing-over', 'done']),
    attempts: count().notNull().default(0),
    attemptedAt: instant(),
    /** When an incoming message was relayed; one known from the provider’s log alone has none. */
    handledAt: instant(),
    /** When the provider was last asked for the status. */
    lookedUpAt: instant(),
    segments: count(),
    body: text(),
    response: json(),
    error: json(),
  },
  (row) => [
    uniqueIndex('telephony_messages_event').on(row.eventKey, row.contactId),
    uniqueIndex('telephony_messages_sid').on(row.messageSid),
    index('telephony_messages_created').on(row.createdOn),
    index('telephony_messages_client').on(row.telephonyClientId, row.createdOn),
    index('telephony_messages_from').on(row.fromNumber, row.createdOn),
    index('telephony_messages_request').on(row.requestFrom, row.createdOn),
    index('telephony_messages_to').on(row.toNumber, row.createdOn),
    index('telephony_messages_account').on(row.accountSid, row.createdOn),
    index('telephony_messages_status').on(row.status, row.createdOn),
    index('telephony_messages_delivery').on(row.delivery, row.createdOn),
    index('telephony_messages_contact').on(row.contactId),
  ],
);

/** How far an account's message log has been brought over. One row an account. */
export const telephonySyncs = table('telephony_syncs', {
  telephonyClientId: childOf(() => telephonyClients.id).primaryKey(),
  /** The log is complete up to here. */
  completeUntil: instant(),
  /** The run under way: when it began, from which day it reads (null: from the first), and the next page to read. */
  startedAt: instant(),
  readsFrom: instant(),
  nextPage: text(),
  rows: count().notNull().default(0),
  lastSuccessAt: instant(),
  lastError: text(),
});
