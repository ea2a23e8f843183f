import { count, id, index, instant, table, text } from '../columns.ts';

/** Messages of the public contact form. `mailedAt` and `mailError` are the outcome of the copy by mail. */
export const inboxMessages = table(
  'inbox_messages',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    receivedAt: instant().notNull(),
    readAt: instant(),
    mailedAt: instant(),
    mailError: text(),
    mailAttempts: count().notNull().default(0),
  },
  (row) => [index('inbox_messages_received').on(row.receivedAt)],
);
