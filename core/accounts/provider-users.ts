import { and, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import type { ProviderProblem } from '../../contract/provider.ts';
import { type Role, roleFacts } from '../../contract/roles.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { identities } from '../../db/schema/credentials.ts';
import { users } from '../../db/schema/users.ts';
import { beginEntry, entryStatement } from '../audit/entries.ts';
import { everyone, type OidcSettings } from '../config/oidc-settings.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { OidcClaims } from '../providers/oidc.ts';
import { type SignInCall, type SigningIn, signInActor } from './complete-sign-in.ts';
import { findIdentity } from './identities.ts';
import { closeSessionsOf } from './sessions.ts';
import { usersLock } from './users-lock.ts';

type User = SigningIn['user'];

/** The role that the provider's values give; null for none. */
export function roleOf({ roles }: OidcSettings, { roleValues }: Pick<OidcClaims, 'roleValues'>): Role | null {
  return (
    roles.find(({ value }) => roleValues.includes(value))?.role ??
    roles.find(({ value }) => value === everyone)?.role ??
    null
  );
}

/** Why an account at the provider is not accepted at all: with allowed domains it needs a verified address in one of them. */
export function problemOf(
  { allowedDomains }: OidcSettings,
  { email, isEmailVerified }: OidcClaims,
): ProviderProblem | undefined {
  if (allowedDomains.length === 0) return undefined;
  if (!isEmailVerified) return 'unverified';
  return allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()) ? undefined : 'domain';
}

/**
 * Creates a user for an account at the provider that is not linked; returns the identity's id and user, or why not. A user
 * with the same name or address is never matched: that user links the account after signing in.
 */
export async function createFromProvider(
  deps: CoreDependencies,
  settings: OidcSettings,
  claims: OidcClaims,
  call: SignInCall,
): Promise<{ id: number; userId: number } | ProviderProblem> {
  const { db, now } = deps;
  const { issuer, subject, email } = claims;
  const key = email.toLowerCase();
  const isKnown = or(eq(users.emailKey, key), eq(users.userNameKey, key));
  // Another request may have created this user since the caller looked for the identity.
  if (claims.isEmailVerified && (await db.$count(users, isKnown)) > 0)
    return (await findIdentity(db, claims)) ?? 'known';
  if (settings.allowedDomains.length === 0) return 'unknown';
  // `problemOf` has refused these; this is what the creation relies on.
  if (!claims.isEmailVerified) return 'unverified';
  const role = roleOf(settings, claims);
  if (role === null) return 'role';
  if (email.length > maxNameLength) return 'unverified';
  const named = { userName: email, firstName: nameFrom(claims.firstName), lastName: nameFrom(claims.lastName), email };
  const user = { ...named, userNameKey: key, emailKey: key, passwordHash: '', role, createdAt: now() };
  const userId = sql<number>`(select ${users.id} from ${users} where ${eq(users.userNameKey, key)})`;
  const actor = signInActor(undefined, call);
  const after = { ...named, role: roleFacts[role].label, issuer, subject };
  const created = atomically(
    db,
    (tx) => [
      tx.insert(users).values(user),
      tx.insert(identities).values({ userId, issuer, subject, email, linkedAt: now() }),
      entryStatement(tx, now(), actor, 'provider.createUser', { record: 'User', after }),
    ],
    usersLock,
  );
  const isTaken = await created.then(
    () => false,
    (error: unknown) => {
      if (constraintErrorOf(error) === 'unique') return true;
      throw error;
    },
  );
  return (await findIdentity(db, claims)) ?? (isTaken ? 'known' : 'refused');
}

const maxNameLength = 120;

const nameFrom = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60);

/**
 * Gives a linked user the role of the provider's claim, and ends the user's sessions if it changes. Clients keep theirs, and so
 * does the last Owner. Returns `role` if the claim gives none: the user may not sign in by the provider.
 */
export async function applyRole(
  deps: CoreDependencies,
  settings: OidcSettings,
  user: User,
  claims: OidcClaims,
  call: SignInCall,
): Promise<ProviderProblem | undefined> {
  if (settings.roleClaim === null || user.role === 'Client') return undefined;
  const role = roleOf(settings, claims);
  if (role === null) return 'role';
  if (role === user.role) return undefined;
  const { db } = deps;
  const entry = await beginEntry(deps, signInActor(user, call), 'provider.changeRole');
  const isUser = and(eq(users.id, user.id), eq(users.role, user.role));
  const isOwner = and(eq(users.role, 'Admin'), eq(users.isActive, true), isNull(users.invitedAt));
  const otherOwner = exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(ne(users.id, user.id), isOwner)),
  );
  const hasRole = exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, user.id), eq(users.role, role))),
  );
  const [changed] = await atomically(
    db,
    (tx) =>
      [
        tx
          .update(users)
          .set({ role })
          .where(and(isUser, or(ne(users.role, 'Admin'), otherOwner)))
          .returning({ id: users.id }),
        closeSessionsOf(tx, user.id, 0, hasRole),
      ] as const,
    usersLock,
  );
  const described = (shown: Role) => ({ userName: user.userName, role: roleFacts[shown].label });
  const after =
    changed.length > 0 ? described(role) : { ...described(user.role), kept: 'the last Owner keeps the role' };
  entry.recordChange({ record: 'User', id: user.id, before: described(user.role), after });
  await entry.end('done');
  if (changed.length === 0)
    deps.log.warn({ userId: user.id, role }, 'the last Owner keeps the role despite the provider');
  return undefined;
}
