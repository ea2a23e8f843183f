import { headingColumns, id, instant, table, text, uniqueIndex } from '../columns.ts';

export const subscribeHeadings = table('subscribe_headings', headingColumns());

/** Newsletter addresses, lower-cased and unique. The unsubscribe link contains the token. */
export const subscribers = table(
  'subscribers',
  {
    id: id(),
    email: text().notNull(),
    token: text().notNull(),
    subscribedAt: instant().notNull(),
    unsubscribedAt: instant(),
  },
  (row) => [uniqueIndex('subscribers_email').on(row.email), uniqueIndex('subscribers_token').on(row.token)],
);
