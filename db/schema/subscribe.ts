import { count, flag, headingColumns, id, instant, table, text, uniqueIndex } from '../columns.ts';

export const subscribeHeadings = table('subscribe_headings', headingColumns());

/**
 * Newsletter addresses, lower-cased and unique. The links to confirm and to unsubscribe contain the token. While mail is
 * on, an address waits for its confirmation; addresses from before need none.
 */
export const subscribers = table(
  'subscribers',
  {
    id: id(),
    email: text().notNull(),
    token: text().notNull(),
    subscribedAt: instant().notNull(),
    unsubscribedAt: instant(),
    needsConfirmation: flag().notNull().default(false),
    confirmedAt: instant(),
    /** When the last mail that asks for the confirmation was due, and when it was handed over. */
    confirmationDueAt: instant(),
    confirmationMailedAt: instant(),
    /** Mails that asked for the confirmation of this subscription. */
    confirmationMails: count().notNull().default(0),
    /** What the form said, its version and when it was agreed to; empty for other forms. */
    consentText: text().notNull().default(''),
    consentVersion: text().notNull().default(''),
    consentedAt: instant(),
  },
  (row) => [uniqueIndex('subscribers_email').on(row.email), uniqueIndex('subscribers_token').on(row.token)],
);
