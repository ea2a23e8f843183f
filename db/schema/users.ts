import { roles } from '../../contract/roles.ts';
import { signInMethods } from '../../contract/session.ts';
import { choice, count, flag, id, index, instant, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * Users. `userNameKey` is the lower-cased name, which makes names unique in any case; likewise `emailKey`. A user who has
 * not accepted the invitation yet, or signs in without a password, has an empty `passwordHash`.
 */
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
    email: text().notNull().default(''),
    /** Null without an e-mail address. */
    emailKey: text(),
    /** When the user was invited; null after the user has accepted, and for users who were never invited. */
    invitedAt: instant(),
    /** Last request, to the minute. */
    lastSeenAt: instant(),
    /** When the first second factor was set up; null without one. */
    secondFactorAt: instant(),
  },
  (row) => [uniqueIndex('users_user_name').on(row.userNameKey), uniqueIndex('users_email').on(row.emailKey)],
);

/** Reference to a user. The deletion of the user deletes the row. */
export const userReference = () =>
  count()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Sessions of browsers and integrations. Only hashes of the tokens are stored. */
export const sessions = table(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull(),
    downloadHash: text().notNull(),
    userId: userReference(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the user last proved their identity; null: at `createdAt`. */
    provenAt: instant(),
    /** How the user signed in. */
    method: choice(signInMethods).notNull().default('password'),
    /** Last request, to the minute; null: none since `createdAt`. */
    lastUsedAt: instant(),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
  },
  (row) => [
    uniqueIndex('sessions_token').on(row.tokenHash),
    uniqueIndex('sessions_download').on(row.downloadHash),
    index('sessions_user').on(row.userId),
    index('sessions_expiry').on(row.expiresAt),
  ],
);

/** Browsers in which a user has signed in: a cookie names the browser, only the cookie's hash is stored. */
export const userDevices = table(
  'user_devices',
  {
    userId: userReference(),
    deviceHash: text().notNull(),
    firstUsedAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.deviceHash] })],
);
