import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { identities } from '../../db/schema/credentials.ts';
import { accountLinks, pendingSteps } from '../../db/schema/sign-in.ts';
import { users } from '../../db/schema/users.ts';
import { entryStatement } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { Refusal } from '../errors.ts';
import { findLink, linkIsOpen, withdrawLinks } from './links.ts';
import { hashPassword } from './passwords.ts';
import { removeFactors } from './remove-factors.ts';
import { closeSessionsOf } from './sessions.ts';
import { requireOtherThanName } from './users.ts';
import { usersLock } from './users-lock.ts';

/** The same for a wrong, used, withdrawn and expired link, so that a guess learns nothing. */
const linkIsOver = () =>
  new Refusal('notFound', 'This link does not work: it was used or withdrawn, or has expired. Ask for a new one.');

/** The kind and user name of an open link. Throws 404 for every other token. */
export async function readLink({ db, now }: Pick<CoreDependencies, 'db' | 'now'>, token: string) {
  const link = await findLink(db, token, now());
  if (!link) throw linkIsOver();
  return { kind: link.kind, userName: link.userName };
}

/**
 * Sets the password of a link's user, and ends all sessions and links of the user. A second factor is still asked at the next
 * sign-in; only a rescue link, which needs access to the machine, removes the other credentials. Throws 404 unless the link is
 * open, also if another request uses it at the same time.
 */
export async function acceptLink(
  deps: Pick<CoreDependencies, 'db' | 'now'>,
  { token, password }: { token: string; password: string },
  { ip, requestId }: { ip: string; requestId: string },
) {
  const { db } = deps;
  const now = deps.now();
  const link = await findLink(db, token, now);
  if (!link) throw linkIsOver();
  const { id, kind, userId, userName, role } = link;
  requireOtherThanName(password, userName);
  const passwordHash = await hashPassword(password);
  const isRescue = kind === 'rescue';
  const isUser = and(eq(users.id, userId), eq(users.isActive, true));
  // Each hash has its own salt, so only this request has written this one. Null aborts the transaction.
  const changedId = sql<number>`(select ${users.id} from ${users} where ${and(isUser, eq(users.passwordHash, passwordHash))})`;
  const actor = { userId, userName, role, ip, requestId };
  const after = { link: kind, password: 'a new one', ...(isRescue && { secondFactor: 'removed' }) };
  const statements = (tx: Transaction) => [
    tx
      .update(users)
      .set({ passwordHash, invitedAt: null, ...(isRescue && { secondFactorAt: null }) })
      .where(and(isUser, linkIsOpen(db, token, now))),
    tx.update(accountLinks).set({ userId: changedId }).where(eq(accountLinks.id, id)),
    withdrawLinks(tx, now, userId),
    closeSessionsOf(tx, userId),
    // A sign-in with the old password may wait for its second part.
    tx.delete(pendingSteps).where(eq(pendingSteps.userId, userId)),
    ...(isRescue ? [...removeFactors(tx, userId), tx.delete(identities).where(eq(identities.userId, userId))] : []),
    entryStatement(tx, now, actor, 'session.acceptLink', { record: 'User', id: userId, after }),
  ];
  try {
    await atomically(db, statements, usersLock);
  } catch (error) {
    if (constraintErrorOf(error) === 'missing') throw linkIsOver();
    throw error;
  }
  return { userName, hasSecondFactor: !isRescue && link.secondFactorAt !== null };
}
