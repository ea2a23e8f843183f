import { accountLinkKinds } from '../../contract/users.ts';
import { choice, count, flag, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';
import { userReference } from './users.ts';

/** Links that let a user set a password once. Only the hash of the link's token is stored. */
export const accountLinks = table(
  'account_links',
  {
    id: id(),
    tokenHash: text().notNull(),
    kind: choice(accountLinkKinds).notNull(),
    userId: userReference(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the link was used or withdrawn. */
    usedAt: instant(),
    /** Whether the link was sent by e-mail; false: shown once to who made it. */
    isMailed: flag().notNull().default(false),
  },
  (row) => [
    uniqueIndex('account_links_token').on(row.tokenHash),
    index('account_links_user').on(row.userId),
    index('account_links_expiry').on(row.expiresAt),
  ],
);

/** Steps of a sign-in, a registration or a proof that waits for its second part. */
export const pendingSteps = table(
  'pending_steps',
  {
    id: id(),
    tokenHash: text().notNull(),
    /** What the step is, such as `passkey sign-in`, `second factor` or `provider`. */
    kind: text().notNull(),
    /** Null until the user is known. */
    userId: count(),
    /** Wrong answers so far. */
    attempts: count().notNull().default(0),
    data: json().$type<Record<string, string>>().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [uniqueIndex('pending_steps_token').on(row.tokenHash), index('pending_steps_expiry').on(row.expiresAt)],
);

/** The rules of signing in: one row. Without it the defaults of core/accounts/sign-in-rules.ts hold. */
export const signInRules = table('sign_in_rules', {
  id: id(),
  version: count().notNull().default(1),
  /** Hours after which a session ends in any case. */
  sessionHours: count().notNull(),
  /** Minutes without a request after which a session ends; null: no such limit. */
  idleMinutes: count(),
  /** Roles whose users need a second factor. */
  secondFactorRoles: json().$type<string[]>().notNull(),
});
