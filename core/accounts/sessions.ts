import { hash } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { SignInMethod } from '../../contract/session.ts';
import type { SessionLimits } from '../../contract/sign-in-rules.ts';
import type { Database, Statement } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { revisionNow } from '../../db/query/content-revision.ts';
import { lookup } from '../../db/query/lookup.ts';
import { signInRules } from '../../db/schema/sign-in.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { sessions, users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { noPermissions, type Permissions, permissionsOf } from './permissions.ts';
import { defaultLimits, isOver, readSessionLimits } from './session-limits.ts';

/** A signed-in user. */
export interface Session {
  sessionId: number;
  userId: number;
  userName: string;
  role: Role;
  /** The user's own telephony client, null for users without one. */
  telephonyClientId: number | null;
  /** What the caller may do at this moment. */
  permissions: Permissions;
  /** When the user last proved their identity, by signing in or when asked. */
  provenAt: Date;
  hasSecondFactor: boolean;
  /** True if the user's role needs a second factor that the user does not have: until then `permissions` is empty. */
  mustSetUpSecondFactor: boolean;
  /** The API token of the request; null for a session. */
  tokenId: number | null;
  /** Name of the API token. */
  tokenName?: string;
}

/** A session, and the content revision when the session was read. */
interface SessionAndRevision extends Session {
  contentRevision: number;
}

/** Tokens of a new session: the bearer token, and the cookie that is valid for downloads only. */
export interface SessionTokens {
  token: string;
  downloadToken: string;
  /** Seconds until both expire. */
  seconds: number;
}

/** How and from where a user signed in. */
export interface SessionOrigin {
  method: SignInMethod;
  ip: string;
  /** Header User-Agent of the sign-in; stored up to `maxUserAgent` characters. */
  userAgent: string;
  /** When the user proved their identity; now by default. */
  provenAt?: Date | undefined;
}

const maxUserAgent = 300;

// Tokens are 256 random bits, so a plain hash is enough to keep a stolen database from signing anyone in.
const hashToken = (token: string) => hash('sha256', token, 'hex');

/**
 * Opens a session for a user who has proven their identity, and runs the statements of `alongside` in the same transaction.
 * Null if the password was changed, or the user deactivated, since `user` was read. Only hashes of the tokens are stored.
 */
export async function openSession(
  deps: Pick<CoreDependencies, 'db' | 'now' | 'randomBytes'>,
  { id: userId, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
  { method, ip, userAgent, provenAt }: SessionOrigin,
  alongside: (tx: Pick<Database, 'insert'>) => Statement[] = () => [],
): Promise<SessionTokens | null> {
  const token = deps.randomBytes(32).toString('base64url');
  const downloadToken = deps.randomBytes(32).toString('base64url');
  const seconds = (await readSessionLimits(deps.db)).sessionHours * 3600;
  const createdAt = deps.now();
  const isUnchanged = and(eq(users.id, userId), eq(users.passwordHash, passwordHash), eq(users.isActive, true));
  // Null if the password or the state has changed: the not-null constraint then aborts the transaction.
  const checkedId = sql<number>`(select ${users.id} from ${users} where ${isUnchanged})`;
  const session = {
    tokenHash: hashToken(token),
    downloadHash: hashToken(downloadToken),
    userId: checkedId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + seconds * 1000),
    method,
    ip,
    userAgent: userAgent.slice(0, maxUserAgent),
    ...(provenAt && { provenAt }),
  };
  const opened = atomically(deps.db, (tx) => [
    // Lock the user's row: a concurrent password change either comes first, or finds this session and ends it.
    tx.update(users).set({ passwordHash: users.passwordHash }).where(isUnchanged),
    tx.insert(sessions).values(session),
    ...alongside(tx),
  ]);
  return opened.then(
    () => ({ token, downloadToken, seconds }),
    (error: unknown) => {
      if (constraintErrorOf(error) === 'missing') return null;
      throw error;
    },
  );
}

/**
 * The session of a bearer token, and the content revision at that moment; null if the token is unknown, a limit of the
 * session is reached, or its user is inactive.
 */
export function findSession(db: Database, token: string, now: Date): Promise<SessionAndRevision | null> {
  return lookUp(byToken, db, token, now);
}

/** The session of a download cookie, under the same conditions. */
export function findDownloadSession(db: Database, token: string, now: Date): Promise<Session | null> {
  return lookUp(byDownloadToken, db, token, now);
}

async function lookUp(
  find: typeof byToken,
  db: Database,
  token: string,
  now: Date,
): Promise<SessionAndRevision | null> {
  const found = await find(db, hashToken(token));
  if (found === undefined || isOver(found, found.limits ?? defaultLimits, now)) return null;
  const { key: _hash, limits: _limits, ...rest } = found;
  const {
    expiresAt: _until,
    lastUsedAt: _used,
    createdAt,
    provenAt,
    secondFactorAt,
    secondFactorRoles,
    ...session
  } = rest;
  const hasSecondFactor = secondFactorAt !== null;
  const mustSetUpSecondFactor = !hasSecondFactor && (secondFactorRoles?.includes(session.role) ?? false);
  return {
    ...session,
    permissions: mustSetUpSecondFactor ? noPermissions : permissionsOf(session.role),
    hasSecondFactor,
    mustSetUpSecondFactor,
    provenAt: provenAt ?? createdAt,
    tokenId: null,
  };
}

/** Condition on users joined with their SMS account: both are active. Only clients need an account. */
export const mayUse = and(
  eq(users.isActive, true),
  or(ne(users.role, 'Client'), isNull(telephonyClients.id), eq(telephonyClients.isActive, true)),
);

const byToken = sessionBy(sessions.tokenHash);
const byDownloadToken = sessionBy(sessions.downloadHash);

interface FoundSession
  extends Omit<
    SessionAndRevision,
    'permissions' | 'provenAt' | 'hasSecondFactor' | 'mustSetUpSecondFactor' | 'tokenId'
  > {
  key: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  provenAt: Date | null;
  secondFactorAt: Date | null;
  /** Null before the rules are first saved. */
  secondFactorRoles: string[] | null;
  limits: SessionLimits | null;
}

/** The query of a request's session; each request runs it, so that the end of a session takes effect at once. */
function sessionBy(column: typeof sessions.tokenHash | typeof sessions.downloadHash) {
  return lookup<FoundSession>(column, (db, isWanted) =>
    db
      .select({
        key: column,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        lastUsedAt: sessions.lastUsedAt,
        provenAt: sessions.provenAt,
        sessionId: sessions.id,
        userId: users.id,
        userName: users.userName,
        role: users.role,
        telephonyClientId: users.telephonyClientId,
        secondFactorAt: users.secondFactorAt,
        secondFactorRoles: signInRules.secondFactorRoles,
        limits: { sessionHours: signInRules.sessionHours, idleMinutes: signInRules.idleMinutes },
        contentRevision: revisionNow,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(telephonyClients, eq(telephonyClients.id, users.telephonyClientId))
      // The rules are one row.
      .leftJoin(signInRules, isNotNull(signInRules.id))
      .where(and(isWanted, mayUse)),
  );
}

/** Returns the statement that ends every session of an SMS account's users, if the condition is true. */
export function closeSessionsOfAccount(
  tx: Pick<Database, 'delete'>,
  db: Database,
  id: number,
  condition: SQL | undefined,
) {
  const userIds = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.telephonyClientId, id), eq(users.role, 'Client')));
  return tx.delete(sessions).where(and(inArray(sessions.userId, userIds), condition));
}

/** Ends one session. */
export async function closeSession(db: Database, sessionId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Returns the statement that ends every session of a user except the given one, if the condition is true. */
export function closeSessionsOf(tx: Pick<Database, 'delete'>, userId: number, exceptSessionId = 0, condition?: SQL) {
  return tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptSessionId), condition));
}
