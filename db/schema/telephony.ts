import { sql } from 'drizzle-orm';
import { defaultLimits, messageStatuses } from '../../contract/telephony.ts';
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

/** SMS accounts of clients: number, SID and secret for sending. At most one account is the default. */
export const telephonyClients = table(
  'telephony_clients',
  {
    ...recordColumns(),
    /** First and last name of the user who was created with the account. Empty: no such user. */
    clientName: text().notNull().default(''),
    projectName: text().notNull(),
    twilioPhoneNumber: text().notNull(),
    phoneNumber: text().notNull(),
    accountSid: text().notNull(),
    /** Encrypted (core/telephony/secrets.ts). */
    authToken: text().notNull(),
    isDefault: flag().notNull(),
    /** Result of the provider's last check of SID and token. */
    credentials: choice(['unchecked', 'accepted', 'refused']).notNull().default('unchecked'),
    credentialsProblem: text(),
    /** Whether the product answers HELP. By default the provider does. */
    answersHelp: flag().notNull().default(false),
    /** Limits of a day (UTC): test messages of the account's users, and relayed messages. Alarms have no limit. */
    testsPerDay: count().notNull().default(defaultLimits.testsPerDay),
    relaysPerDay: count().notNull().default(defaultLimits.relaysPerDay),
    createdAt: instant().notNull(),
  },
  (row) => [uniqueIndex('telephony_clients_default').on(row.isDefault).where(sql`${row.isDefault}`)],
);

/** Recipients of an account's messages. `problem` is the provider's reason for not delivering. */
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

/** Numbers that answered STOP. Not part of the contacts, so that the opt-out survives a deleted contact. */
export const telephonyOptOuts = table(
  'telephony_opt_outs',
  {
    telephonyClientId: childOf(() => telephonyClients.id),
    phoneNumber: text().notNull(),
    optedOutAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.telephonyClientId, row.phoneNumber] })],
);

/** Messages that count against an account's daily limits, one row per account, kind and day. */
export const telephonyUsage = table(
  'telephony_usage',
  {
    telephonyClientId: childOf(() => telephonyClients.id),
    kind: choice(['test', 'relay']).notNull(),
    /** The day in UTC, such as 2026-03-02. */
    day: text().notNull(),
    used: count().notNull(),
    /** When the company was notified that most of the limit is used. */
    notifiedAt: instant(),
  },
  (row) => [primaryKey({ columns: [row.telephonyClientId, row.kind, row.day] })],
);

/**
 * The message log: outgoing and incoming messages, and messages from the provider's log. Large columns come last.
 * `delivery` is the state of an outgoing message: waiting (may be sent), handing-over (an attempt has begun and has no
 * recorded outcome yet), done. Null: the product does not send the message.
 */
export const telephonyMessages = table(
  'telephony_messages',
  {
    id: id(),
    telephonyClientId: count().references(() => telephonyClients.id, { onDelete: 'set null' }),
    contactId: count().references(() => telephonyContacts.id, { onDelete: 'set null' }),
    /** The event behind the message. Each contact gets one message per event. */
    eventKey: text(),
    fromNumber: text().notNull(),
    /** Sender of the incoming message that caused this one. Empty: the product caused it. */
    requestFrom: text().notNull().default(''),
    toNumber: text().notNull(),
    accountSid: text().notNull(),
    messageSid: text(),
    status: choice(messageStatuses).notNull(),
    /** Rank of the status in `statusRank`. */
    rank: count().notNull(),
    /** The provider's status if it is none of `messageStatuses`. */
    providerStatus: text(),
    createdOn: instant().notNull(),
    /** True: the provider gives no date, and `createdOn` is the time of the import. */
    isUndated: flag(),
    delivery: choice(['waiting', 'handing-over', 'done']),
    attempts: count().notNull().default(0),
    attemptedAt: instant(),
    /** When an incoming message was relayed. Null: the message comes from the provider’s log only. */
    handledAt: instant(),
    /** When the product last asked the provider for the status. */
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
    // A client's failed messages are found and counted without reading the others.
    index('telephony_messages_client_status').on(row.telephonyClientId, row.status, row.createdOn),
    index('telephony_messages_from').on(row.fromNumber, row.createdOn),
    index('telephony_messages_request').on(row.requestFrom, row.createdOn),
    index('telephony_messages_to').on(row.toNumber, row.createdOn),
    index('telephony_messages_account').on(row.accountSid, row.createdOn),
    index('telephony_messages_status').on(row.status, row.createdOn),
    index('telephony_messages_delivery').on(row.delivery, row.createdOn),
    index('telephony_messages_contact').on(row.contactId),
  ],
);

/** Progress of the import of an account's message log, one row per account. */
export const telephonySyncs = table('telephony_syncs', {
  telephonyClientId: childOf(() => telephonyClients.id).primaryKey(),
  /** The log is complete up to here. */
  completeUntil: instant(),
  /** The current run: its start, the day it reads from (null: the first), and its next page. */
  startedAt: instant(),
  readsFrom: instant(),
  nextPage: text(),
  rows: count().notNull().default(0),
  lastSuccessAt: instant(),
  lastError: text(),
});
