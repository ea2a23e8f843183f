import { roles } from '../../contract/session.ts';
import { choice, count, flag, id, index, instant, table, text, uniqueIndex } from '../columns.ts';

/** Users. `userNameKey` is the lower-cased name, which makes names unique in any case. */
export const users = table(
  'users',
  {
    id: id(),
    userName: text().notNull(),
    userNameKey: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    passwordHash: text().notNull(),
    role: choice(roles).notNull(),
    telephonyClientId: count(),
    isActive: flag().notNull().default(true),
    createdAt: instant().notNull(),
  },
  (row) => [uniqueIndex('users_user_name').on(row.userNameKey)],
);

/** Sessions of browsers and integrations. Only hashes of the tokens are stored. */
export const sessions = table(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull(),
    downloadHash: text().notNull(),
    userId: count()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    uniqueIndex('sessions_token').on(row.tokenHash),
    uniqueIndex('sessions_download').on(row.downloadHash),
    index('sessions_user').on(row.userId),
    index('sessions_expiry').on(row.expiresAt),
  ],
);
