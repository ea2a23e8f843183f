import { channelKinds, deliveryStates } from '../../contract/alarms.ts';
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
  table,
  text,
  uniqueIndex,
} from '../columns.ts';
import { clients } from './clients.ts';
import { telephonyClients, telephonyContacts } from './telephony.ts';

/**
 * Channels of contacts, in their order of preference, and channels of their own. A contact without a row of the kind `sms` gets SMS
 * first.
 */
export const alarmChannels = table(
  'alarm_channels',
  {
    id: id(),
    /** The SMS account whose users see the channel. Null: the company's. */
    telephonyClientId: count().references(() => telephonyClients.id, { onDelete: 'cascade' }),
    /** The person. Null: a channel of its own, such as a team's chat. */
    contactId: count().references(() => telephonyContacts.id, { onDelete: 'cascade' }),
    kind: choice(channelKinds).notNull(),
    name: text().notNull(),
    /** The target as screens show it: an address of a chat is a secret itself and shows its host only. */
    target: text().notNull(),
    /** Target and secret, encrypted (core/alarms/channel-secrets.ts). */
    sealed: text().notNull(),
    position: count().notNull().default(0),
    isActive: flag().notNull().default(true),
    /** When a person last confirmed that a test arrived. */
    provenAt: instant(),
    /** The last test that waits for its confirmation, and the hash of its code. */
    testedAt: instant(),
    testCodeHash: text(),
    /** Wrong codes since the last test. */
    wrongCodes: count().notNull().default(0),
    /** Why the last notification failed. Null: it did not. */
    problem: text(),
    problemAt: instant(),
    version: count().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (row) => [
    index('alarm_channels_contact').on(row.contactId, row.position),
    index('alarm_channels_account').on(row.telephonyClientId),
  ],
);

/** The channels that a server's alarms go to beside the contacts of its SMS account. */
export const monitorChannels = table(
  'monitor_channels',
  {
    clientId: childOf(() => clients.id),
    channelId: childOf(() => alarmChannels.id),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.channelId] }),
    index('monitor_channels_channel').on(row.channelId),
  ],
);

/** The servers that a server needs: while one of them is offline, the server's own alarms are held back. */
export const monitorParents = table(
  'monitor_parents',
  {
    clientId: childOf(() => clients.id),
    parentId: childOf(() => clients.id),
  },
  (row) => [primaryKey({ columns: [row.clientId, row.parentId] }), index('monitor_parents_parent').on(row.parentId)],
);

/** Events about servers that share one notification: `groupKey` is the notification's event. */
export const alarmGroups = table(
  'alarm_groups',
  {
    groupKey: text().notNull(),
    clientId: childOf(() => clients.id),
    /** When the server's state changed. */
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.groupKey, row.clientId] }),
    index('alarm_groups_client').on(row.clientId, row.at),
    index('alarm_groups_at').on(row.at),
  ],
);

/**
 * Notifications on channels other than the first SMS of a contact, which is a row of the message log. A recipient's rows are in the
 * order of preference: a later one is sent only if no earlier one was accepted in time.
 */
export const alarmDeliveries = table(
  'alarm_deliveries',
  {
    id: id(),
    /** The event behind the notification. Each recipient gets one notification per event and place. */
    eventKey: text().notNull(),
    /** The contact or channel that all rows of one recipient have in common, such as `contact-7`. */
    recipient: text().notNull(),
    /** Place in the recipient's order of preference, 0 first. The contact's SMS has a place, but no row if it is the first. */
    place: count().notNull(),
    /** Null: an SMS to the contact, or the channel was deleted. */
    channelId: count().references(() => alarmChannels.id, { onDelete: 'set null' }),
    contactId: count().references(() => telephonyContacts.id, { onDelete: 'set null' }),
    kind: choice(channelKinds).notNull(),
    /** Name of the channel or contact at the time. */
    name: text().notNull(),
    /** What is sent (core/channels/notification.ts), and the text of an SMS. */
    content: json().notNull(),
    state: choice(deliveryStates).notNull(),
    /** When a worker looks at the row next. Null: it is settled. */
    dueAt: instant(),
    attempts: count().notNull().default(0),
    attemptedAt: instant(),
    createdAt: instant().notNull(),
    settledAt: instant(),
    /** Why the last attempt failed, or why none was made. */
    problem: text(),
    /** An earlier attempt has no known outcome: the notification may arrive twice, and says so. */
    mayBeRepeated: flag().notNull().default(false),
  },
  (row) => [
    uniqueIndex('alarm_deliveries_place').on(row.eventKey, row.recipient, row.place),
    index('alarm_deliveries_due').on(row.dueAt),
    index('alarm_deliveries_channel').on(row.channelId, row.createdAt),
    index('alarm_deliveries_contact').on(row.contactId),
    index('alarm_deliveries_created').on(row.createdAt),
  ],
);
