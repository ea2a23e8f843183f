import { childOf, count, id, index, instant, table, text, uniqueIndex } from '../columns.ts';
import { statusUpdates } from './status.ts';

/**
 * Addresses, lower-cased and unique, that get the updates of incidents by mail. An address counts once it is confirmed; one that
 * unsubscribes is deleted with its mails.
 */
export const statusSubscribers = table(
  'status_subscribers',
  {
    id: id(),
    email: text().notNull(),
    /** Last part of the link that unsubscribes. */
    token: text().notNull(),
    /** When the address was last entered and a mail with the link that confirms it was due. */
    askedAt: instant().notNull(),
    /** Null until the mail server accepts that mail. */
    askedMailAt: instant(),
    /** Mails that asked for the confirmation. */
    confirmationMails: count().notNull().default(1),
    /** Attempts at the last of them. */
    mailAttempts: count().notNull().default(0),
    confirmedAt: instant(),
  },
  (row) => [
    uniqueIndex('status_subscribers_email').on(row.email),
    uniqueIndex('status_subscribers_token').on(row.token),
    index('status_subscribers_confirmed').on(row.confirmedAt, row.askedAt),
  ],
);

/** Mails of an update to a subscriber, each once. `mailedAt` is null until the mail server accepts the mail. */
export const statusMails = table(
  'status_mails',
  {
    id: id(),
    updateId: childOf(() => statusUpdates.id),
    subscriberId: childOf(() => statusSubscribers.id),
    createdAt: instant().notNull(),
    attempts: count().notNull().default(0),
    mailedAt: instant(),
  },
  (row) => [
    uniqueIndex('status_mails_subscriber').on(row.subscriberId, row.updateId),
    index('status_mails_update').on(row.updateId),
    index('status_mails_open').on(row.mailedAt, row.createdAt),
    index('status_mails_created').on(row.createdAt),
  ],
);
