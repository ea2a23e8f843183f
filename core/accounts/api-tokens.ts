import { hash } from 'node:crypto';
import { and, count, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { apiTokenDays, apiTokenPrefix, maxApiTokens, type NewApiToken } from '../../contract/api-tokens.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { lookup } from '../../db/query/lookup.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { noteTokenUse } from './last-use.ts';
import { may, permissionsOf, permissionsOfToken } from './permissions.ts';
import { mayUse, type Session } from './sessions.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'log' | 'randomBytes'>;

// A token is 240 random bits, so a plain hash is enough to keep a stolen database from using it.
const hashToken = (token: string) => hash('sha256', token, 'hex');

/** Characters of a token by which its owner knows it. */
const hintLength = 8;

/** True for tokens that are still good at a time. */
const isLive = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now));

/**
 * Creates a token for the caller; the answer is the only place that has the token itself. Throws 400 for a scope of which
 * the caller has no permission or an expiry out of bounds, and 409 at `maxApiTokens` live tokens.
 */
export async function createApiToken(
  deps: Deps,
  { userId, role }: Pick<Session, 'userId' | 'role'>,
  { name, scopes, expiresAt: chosen }: NewApiToken,
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const now = deps.now();
  const expiresAt = chosen ?? daysAfter(now, apiTokenDays.usual);
  if (expiresAt <= now) throw invalid({ expiresAt: 'The expiry must be in the future' });
  if (expiresAt > daysAfter(now, apiTokenDays.max))
    throw invalid({ expiresAt: 'A token is good for two years at most' });
  const unusable = scopes.filter((scope) => permissionsOfToken(role, [scope]).size === 0);
  if (unusable.length > 0) throw invalid({ scopes: `Your role has no permission for ${unusable.join(', ')}` });
  const token = `${apiTokenPrefix}${deps.randomBytes(30).toString('base64url')}`;
  const owner = and(eq(users.id, userId), lt(liveTokensOf(deps.db, userId, now), maxApiTokens));
  const values = {
    tokenHash: hashToken(token),
    hint: token.slice(0, hintLength),
    name,
    // Null above the limit: the not-null constraint then aborts the transaction.
    userId: sql<number>`(select ${users.id} from ${users} where ${owner})`,
    scopes: [...new Set(scopes)],
    createdAt: now,
    expiresAt,
  };
  const created = await atomically(deps.db, (tx) => [
    // Lock the user's row: two tokens at once are counted one after the other.
    tx.update(users).set({ userName: users.userName }).where(eq(users.id, userId)),
    tx.insert(apiTokens).values(values).returning({ id: apiTokens.id }),
  ]).catch((error: unknown) => {
    if (constraintErrorOf(error) !== 'missing') throw error;
    throw conflict(`You have ${maxApiTokens} tokens. Revoke one that is not used any more.`);
  });
  const [, [row]] = created;
  if (!row) throw new Error('the token was not stored');
  return { id: row.id, token, expiresAt };
}

const daysAfter = (time: Date, days: number) => new Date(Number(time) + days * 86_400_000);

function liveTokensOf(db: Database, userId: number, now: Date) {
  const live = db
    .select({ live: count() })
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), isLive(now)));
  return sql<number>`(${live})`;
}

/** The caller's tokens, the newest first; those of all users for callers who manage users. */
export function listApiTokens(db: Database, session: Session) {
  const { id, hint, name, scopes, createdAt, expiresAt, lastUsedAt, lastIp, revokedAt } = apiTokens;
  return db
    .select({
      id,
      hint,
      name,
      scopes,
      createdAt,
      expiresAt,
      lastUsedAt,
      lastIp,
      revokedAt,
      userId: users.id,
      userName: users.userName,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(may(session, 'users') ? undefined : eq(apiTokens.userId, session.userId))
    .orderBy(desc(id));
}

/** Revokes a token from now on: the caller's own, or with permission any user's. Throws 404 for another one. */
export async function revokeApiToken({ db, now }: Deps, session: Session, id: number): Promise<{ name: string }> {
  const isOwn = may(session, 'users') ? undefined : eq(apiTokens.userId, session.userId);
  const [revoked] = await db
    .update(apiTokens)
    // Revoking twice keeps the first time.
    .set({ revokedAt: sql`coalesce(${apiTokens.revokedAt}, ${sql.param(now(), apiTokens.revokedAt)})` })
    .where(and(eq(apiTokens.id, id), isOwn))
    .returning({ name: apiTokens.name });
  if (!revoked) throw notFound('This token');
  return revoked;
}

interface FoundToken {
  key: string;
  tokenId: number;
  tokenName: string;
  scopes: typeof apiTokens.$inferSelect.scopes;
  expiresAt: Date;
  revokedAt: Date | null;
  userId: number;
  userName: string;
  role: typeof users.$inferSelect.role;
  telephonyClientId: number | null;
}

/** The query of a request's token; each request runs it, so that a change of token or user takes effect at once. */
const findByHash = lookup<FoundToken>(apiTokens.tokenHash, (db, isWanted) =>
  db
    .select({
      key: apiTokens.tokenHash,
      tokenId: apiTokens.id,
      tokenName: apiTokens.name,
      scopes: apiTokens.scopes,
      expiresAt: apiTokens.expiresAt,
      revokedAt: apiTokens.revokedAt,
      userId: users.id,
      userName: users.userName,
      role: users.role,
      telephonyClientId: users.telephonyClientId,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, users.telephonyClientId))
    .where(and(isWanted, mayUse)),
);

/**
 * The session of an API token: the user with the permissions of the token's scopes. Null if the token is unknown, expired
 * or revoked, its user inactive, or the user's role may not use tokens. Notes the time and address of the use.
 */
export async function findTokenSession(deps: Deps, token: string, ip: string): Promise<Session | null> {
  const now = deps.now();
  const found = await findByHash(deps.db, hashToken(token));
  if (!found || found.revokedAt !== null || found.expiresAt <= now) return null;
  if (!permissionsOf(found.role).has('tokens')) return null;
  noteTokenUse(deps, found.tokenId, ip);
  const { tokenId, tokenName, userId, userName, role, telephonyClientId, scopes } = found;
  return {
    sessionId: 0,
    userId,
    userName,
    role,
    telephonyClientId,
    permissions: permissionsOfToken(role, scopes),
    provenAt: new Date(0),
    // The rules of signing in are for people; a token goes on working.
    hasSecondFactor: false,
    mustSetUpSecondFactor: false,
    tokenId,
    tokenName,
  };
}

/** Why a token does not sign in, in words for its holder. */
export async function tokenRefusal({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<string> {
  const found = await findByHash(db, hashToken(token));
  if (found && found.revokedAt !== null) return 'This API token was revoked.';
  if (found && found.expiresAt <= now()) return 'This API token has expired.';
  return 'This API token is not valid.';
}

/** Tokens that have ended are listed for this long. */
const keptDays = 365;

/** Deletes the tokens that expired or were revoked a year ago; returns their number. */
export async function purgeApiTokens({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const end = daysAfter(now(), -keptDays);
  const deleted = await db
    .delete(apiTokens)
    .where(or(lte(apiTokens.expiresAt, end), lte(apiTokens.revokedAt, end)))
    .returning({ id: apiTokens.id });
  return deleted.length;
}
