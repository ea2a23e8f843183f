import { and, eq, exists, ne, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { identities } from '../../db/schema/credentials.ts';
import { users } from '../../db/schema/users.ts';
import { type Actor, entryStatement } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import type { OidcClaims } from '../providers/oidc.ts';
import { hasOtherPasskey, lockUser } from './factors.ts';
import { relyingParty } from './relying-party.ts';
import type { Session } from './sessions.ts';
import { usersLock } from './users-lock.ts';

/** An account at the provider. */
export type Account = Pick<OidcClaims, 'issuer' | 'subject'>;

/** The identity of an account at the provider; undefined if the account is not linked. */
export async function findIdentity(db: Database, { issuer, subject }: Account) {
  const isWanted = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
  const [found] = await db.select({ id: identities.id, userId: identities.userId }).from(identities).where(isWanted);
  return found;
}

/** True if an account at a provider is linked to the caller. */
export async function isLinked(db: Database, { userId }: Pick<Session, 'userId'>): Promise<boolean> {
  return (await db.$count(identities, eq(identities.userId, userId))) > 0;
}

/** The caller's linked accounts, and whether each could be unlinked. */
export async function listIdentities({ db, config }: Pick<CoreDependencies, 'db' | 'config'>, { userId }: Session) {
  const linked = await db
    .select({
      id: identities.id,
      email: identities.email,
      linkedAt: identities.linkedAt,
      lastUsedAt: identities.lastUsedAt,
    })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(identities.id);
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), hasOtherWayIn({ db, config }, userId)));
  return { linked, mayUnlink: other !== undefined };
}

/** Condition that a user can sign in without a provider: with a password or a passkey. */
function hasOtherWayIn({ db, config }: Pick<CoreDependencies, 'db' | 'config'>, userId: number) {
  const password = exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), ne(users.passwordHash, ''))),
  );
  return or(password, relyingParty(config) ? hasOtherPasskey(db, userId) : undefined);
}

/**
 * Links an account at the provider to a user, who has one such account at most. Returns why not: the account is linked to
 * another user (`taken`), the user has another account (`another`).
 */
export async function linkIdentity(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  userId: number,
  { issuer, subject, email }: OidcClaims,
  actor: Actor,
): Promise<'taken' | 'another' | undefined> {
  const known = await findIdentity(db, { issuer, subject });
  if (known) return known.userId === userId ? undefined : 'taken';
  const ofIssuer = db
    .select({ one: sql`1` })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer)));
  // Null for a user with another account, or who is not active: the not-null constraint then aborts the transaction.
  const fittingId = sql<number>`(select ${users.id} from ${users} where ${and(eq(users.id, userId), eq(users.isActive, true), notExists(ofIssuer))})`;
  const row = { userId: fittingId, issuer, subject, email, linkedAt: now() };
  const after = { issuer, subject, email };
  const linking = atomically(
    db,
    (tx) => [
      tx.insert(identities).values(row),
      entryStatement(tx, now(), actor, 'provider.link', { record: 'User', id: userId, after }),
    ],
    usersLock,
  );
  return linking.then(
    () => undefined,
    (error: unknown) => {
      const kind = constraintErrorOf(error);
      if (kind === 'missing') return 'another';
      if (kind === 'unique') return 'taken';
      throw error;
    },
  );
}

/** Unlinks an account of the caller; returns its address. Throws 409 if it is the caller's only way to sign in. */
export async function unlinkIdentity(
  deps: Pick<CoreDependencies, 'db' | 'config'>,
  { userId }: Session,
  id: number,
): Promise<string> {
  const { db } = deps;
  const isOwn = and(eq(identities.id, id), eq(identities.userId, userId));
  const [, [unlinked]] = await atomically(
    db,
    (tx) =>
      [
        lockUser(tx, userId),
        tx
          .delete(identities)
          .where(and(isOwn, hasOtherWayIn(deps, userId)))
          .returning({ email: identities.email }),
      ] as const,
  );
  if (unlinked) return unlinked.email;
  if ((await db.$count(identities, isOwn)) === 0) throw notFound('This linked account');
  throw conflict(
    'This is your only way to sign in. Set up a passkey first, or ask an Owner for a link to set a password.',
  );
}
