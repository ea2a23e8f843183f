import { count, flag, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';
import { userReference } from './users.ts';

/** Passkeys (WebAuthn credentials). Ids and keys are base64url. */
export const passkeys = table(
  'passkeys',
  {
    id: id(),
    userId: userReference(),
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    /** Signature counter of the last use; 0 for authenticators without one. */
    counter: count().notNull(),
    transports: json().$type<string[]>().notNull(),
    /** True if the passkey is kept in an account that several devices share; false: on one device. */
    isSynced: flag().notNull().default(false),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (row) => [uniqueIndex('passkeys_credential').on(row.credentialId), index('passkeys_user').on(row.userId)],
);

/** Authenticator apps (TOTP, RFC 6238): at most one of each user. */
export const totpSecrets = table(
  'totp_secrets',
  {
    id: id(),
    userId: userReference(),
    /** Encrypted like provider secrets. */
    secret: text().notNull(),
    createdAt: instant().notNull(),
    /** When the first code was entered; null until then, and the app does not count yet. */
    confirmedAt: instant(),
    /** Time step of the last accepted code: each code is accepted once. */
    lastStep: count().notNull().default(0),
  },
  (row) => [uniqueIndex('totp_secrets_user').on(row.userId)],
);

/** Recovery codes, which replace a lost second factor. Each works once. */
export const recoveryCodes = table(
  'recovery_codes',
  {
    id: id(),
    userId: userReference(),
    codeHash: text().notNull(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (row) => [uniqueIndex('recovery_codes_code').on(row.userId, row.codeHash)],
);

/** Accounts of OpenID Connect providers that are linked to users. */
export const identities = table(
  'identities',
  {
    id: id(),
    userId: userReference(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull().default(''),
    linkedAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (row) => [uniqueIndex('identities_subject').on(row.issuer, row.subject), index('identities_user').on(row.userId)],
);
