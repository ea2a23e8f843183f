import type { Scope } from '../../contract/scopes.ts';
import { id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';
import { userReference } from './users.ts';

/** API tokens of integrations. Only the hash of a token is stored. */
export const apiTokens = table(
  'api_tokens',
  {
    id: id(),
    tokenHash: text().notNull(),
    /** The first characters of the token, by which its owner knows it. */
    hint: text().notNull(),
    name: text().notNull(),
    userId: userReference(),
    scopes: json().$type<Scope[]>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Last request, to the minute. */
    lastUsedAt: instant(),
    lastIp: text().notNull().default(''),
    revokedAt: instant(),
  },
  (row) => [uniqueIndex('api_tokens_token').on(row.tokenHash), index('api_tokens_user').on(row.userId)],
);
