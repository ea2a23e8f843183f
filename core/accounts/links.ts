import { hash } from 'node:crypto';
import { and, desc, eq, exists, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AccountLinkKind } from '../../contract/users.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { accountLinks } from '../../db/schema/sign-in.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { usersLock } from './users-lock.ts';

/** A link that was just made. The token is known only now; the database has its hash. */
export interface MadeLink {
  id: number;
  token: string;
  expiresAt: Date;
}

/** A link to make. */
export interface LinkOrder {
  userId: number;
  kind: AccountLinkKind;
  hours: number;
  isMailed: boolean;
  /** Further condition on the user, true by default. */
  condition?: SQL | undefined;
}

/** Hash of a token. Tokens are 256 random bits, so a plain hash is enough. */
export const hashToken = (token: string) => hash('sha256', token, 'hex');

/** A new token with its hash. */
export function newToken({ randomBytes }: Pick<CoreDependencies, 'randomBytes'>) {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** The address of a link. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/#/accept/${token}`;
}

/** Condition for links that work. */
export function isOpenLink(now: Date): SQL | undefined {
  return and(isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now));
}

/** Returns the statement that withdraws the open links of a user, of one kind or of all. */
export function withdrawLinks(
  tx: Pick<Transaction, 'update'>,
  now: Date,
  userId: number,
  { kind, condition }: { kind?: AccountLinkKind; condition?: SQL | undefined } = {},
) {
  const isKind = kind === undefined ? undefined : eq(accountLinks.kind, kind);
  return tx
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.userId, userId), isNull(accountLinks.usedAt), isKind, condition));
}

/**
 * Makes a link and withdraws the older ones of its kind. Null if the user does not exist, is not active, or does not fit the
 * kind: invitations are for users who have not accepted one yet, resets for all others.
 */
export async function makeLink(
  deps: Pick<CoreDependencies, 'db' | 'now' | 'randomBytes'>,
  { userId, kind, hours, isMailed, condition }: LinkOrder,
): Promise<MadeLink | null> {
  const { db } = deps;
  const { token, tokenHash } = newToken(deps);
  const createdAt = deps.now();
  const expiresAt = new Date(Number(createdAt) + hours * 3_600_000);
  const isInvited = kind === 'invitation' ? isNotNull(users.invitedAt) : isNull(users.invitedAt);
  const fits = and(
    eq(users.id, userId),
    eq(users.isActive, true),
    kind === 'rescue' ? undefined : isInvited,
    condition,
  );
  // Null for other users: the not-null constraint then aborts the transaction.
  const fittingId = sql<number>`(select ${users.id} from ${users} where ${fits})`;
  const row = { tokenHash, kind, userId: fittingId, createdAt, expiresAt, isMailed };
  const made = atomically(
    db,
    (tx) =>
      [
        withdrawLinks(tx, createdAt, userId, { kind }),
        tx.insert(accountLinks).values(row).returning({ id: accountLinks.id }),
      ] as const,
    usersLock,
  );
  return made.then(
    ([, [link]]) => (link ? { id: link.id, token, expiresAt } : null),
    (error: unknown) => {
      if (constraintErrorOf(error) === 'missing') return null;
      throw error;
    },
  );
}

/** The newest open link of each user. */
export async function openLinks(db: Database, now: Date) {
  const { userId, kind, expiresAt, isMailed } = accountLinks;
  const rows = await db
    .select({ userId, kind, expiresAt, isMailed })
    .from(accountLinks)
    .where(isOpenLink(now))
    .orderBy(desc(accountLinks.id));
  const newest = new Map<number, Omit<(typeof rows)[number], 'userId'>>();
  for (const { userId, ...link } of rows) if (!newest.has(userId)) newest.set(userId, link);
  return newest;
}

/** Condition for the open link with this token. */
function isOpenLinkWith(token: string, now: Date): SQL | undefined {
  return and(eq(accountLinks.tokenHash, hashToken(token)), isOpenLink(now));
}

/** The open link with this token and its user, if the user is active. */
export async function findLink(db: Database, token: string, now: Date) {
  const [found] = await db
    .select({
      id: accountLinks.id,
      kind: accountLinks.kind,
      userId: users.id,
      userName: users.userName,
      role: users.role,
      secondFactorAt: users.secondFactorAt,
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(and(isOpenLinkWith(token, now), eq(users.isActive, true)));
  return found;
}

/** Condition that the token's link is open, for statements on any table. */
export function linkIsOpen(db: Database, token: string, now: Date): SQL {
  return exists(db.select({ id: accountLinks.id }).from(accountLinks).where(isOpenLinkWith(token, now)));
}
