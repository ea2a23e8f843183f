import { count, instant, table, text } from '../columns.ts';

/** The key with which this installation signs its push messages (VAPID, RFC 8292). One row: browsers subscribe to this key. */
export const pushKeys = table('push_keys', {
  id: count().primaryKey(),
  /** The public key in base64url, as browsers take it. */
  publicKey: text().notNull(),
  /** The private key as JWK, encrypted. */
  sealed: text().notNull(),
  createdAt: instant().notNull(),
});
