import { and, eq, ne, notExists, type SQL } from 'drizzle-orm';
import { type Role, roleFacts } from '../../contract/roles.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { openForms } from '../../db/schema/presence.ts';
import { pendingSteps } from '../../db/schema/sign-in.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, forbidden, invalid, notFound } from '../errors.ts';
import { withdrawLinks } from './links.ts';
import { stateOf } from './people.ts';
import { removeFactors } from './remove-factors.ts';
import { closeSessionsOf, type Session } from './sessions.ts';
import { isStillOwner, usersLock } from './users-lock.ts';

/** What every change of a user needs. */
export interface Change {
  deps: Pick<CoreDependencies, 'db' | 'now'>;
  /** The Owner who makes the change. */
  session: Pick<Session, 'userId'>;
  recordChange: RecordChange;
}

type User = typeof users.$inferSelect;
type Updates = Partial<typeof users.$inferInsert>;

const noun = 'This user';
/** The record's name in the audit log. */
export const userRecord = 'User';

/** Message for a user name that another user has. */
export const userNameTaken = 'This user name is taken';
const emailTaken = 'This e-mail address belongs to another user';

/** The user with this id; throws 404 if there is none. */
export async function userWith(db: Database, id: number): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound(noun);
  return user;
}

/** Throws 400 if another user has the name or the address. */
export async function requireFreeNames(
  db: Database,
  { id = 0, userName, email }: { id?: number; userName?: string; email: string },
): Promise<void> {
  const taken = async (condition: SQL | undefined) =>
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(ne(users.id, id), condition))
    ).length > 0;
  if (userName !== undefined && (await taken(eq(users.userNameKey, userName.toLowerCase()))))
    throw invalid({ userName: userNameTaken });
  if (email !== '' && (await taken(eq(users.emailKey, email.toLowerCase())))) throw invalid({ email: emailTaken });
}

/** Throws 400 if the SMS account does not exist. */
export async function requireAccount(db: Database, id: number | null): Promise<void> {
  if (id === null) return;
  const [account] = await db
    .select({ id: telephonyClients.id })
    .from(telephonyClients)
    .where(eq(telephonyClients.id, id));
  if (!account) throw invalid({ telephonyClientId: 'This SMS account does not exist or was deleted' });
}

/**
 * Runs a change of a user with its other statements. In the same moment the caller must still be an active Owner. Callers do
 * not change themselves where that could remove an Owner, so one Owner always remains, also if two act at once.
 */
async function changeUser(
  { deps: { db }, session }: Change,
  id: number,
  updates: Updates,
  others: (tx: Transaction) => readonly Statement[] = () => [],
): Promise<void> {
  const isAllowed = and(eq(users.id, id), isStillOwner(db, session.userId));
  const statements = (tx: Transaction) =>
    [tx.update(users).set(updates).where(isAllowed).returning({ id: users.id }), ...others(tx)] as const;
  const [changed] = await atomically(db, statements, usersLock);
  if (changed.length === 0) await refuse(db, session.userId);
}

/** Throws the reason why a change found no row. */
export async function refuse(db: Database, actorId: number): Promise<never> {
  const [owner] = await db.select({ id: users.id }).from(users).where(isStillOwner(db, actorId)).limit(1);
  throw owner ? notFound(noun) : forbidden('You are no longer an Owner.');
}

function requireOther({ session }: Change, id: number, what: string): void {
  if (id === session.userId) throw conflict(`You cannot ${what}. Ask another Owner.`);
}

/** Saves name and e-mail address. A new address withdraws the open links, which may have gone to the old one. */
export async function saveDetails(
  change: Change,
  id: number,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
): Promise<void> {
  const { db, now } = change.deps;
  const user = await userWith(db, id);
  await requireFreeNames(db, { id, email });
  const emailKey = email === '' ? null : email.toLowerCase();
  const hasNewAddress = emailKey !== user.emailKey;
  try {
    await changeUser(change, id, { firstName, lastName, email, emailKey }, (tx) =>
      hasNewAddress ? [withdrawLinks(tx, now(), id, { condition: isStillOwner(db, change.session.userId) })] : [],
    );
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') throw invalid({ email: emailTaken });
    throw error;
  }
  const named = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>) => ({
    userName: user.userName,
    firstName,
    lastName,
    email,
  });
  change.recordChange({ record: userRecord, id, before: named(user), after: named({ firstName, lastName, email }) });
}

/** Changes the role, and ends the user's sessions: browsers keep the role of the sign-in. */
export async function changeRole(
  change: Change,
  { id, role, telephonyClientId }: { id: number; role: Role; telephonyClientId: number | null },
): Promise<void> {
  requireOther(change, id, 'change your own role');
  const { db } = change.deps;
  const user = await userWith(db, id);
  const accountId = role === 'Client' ? telephonyClientId : null;
  await requireAccount(db, accountId);
  const isAllowed = isStillOwner(db, change.session.userId);
  await changeUser(change, id, { role, telephonyClientId: accountId }, (tx) => [closeSessionsOf(tx, id, 0, isAllowed)]);
  const described = (role: Role, smsAccount: number | null) => ({ role: roleFacts[role].label, smsAccount });
  change.recordChange({
    record: userRecord,
    id,
    before: { userName: user.userName, ...described(user.role, user.telephonyClientId) },
    after: { userName: user.userName, ...described(role, accountId) },
  });
}

/** Deactivates a user: ends all sessions and withdraws all links at once. */
export async function deactivate(change: Change, id: number): Promise<void> {
  requireOther(change, id, 'deactivate yourself');
  const { db, now } = change.deps;
  const isAllowed = isStillOwner(db, change.session.userId);
  await changeState(change, id, false, (tx) => [
    closeSessionsOf(tx, id, 0, isAllowed),
    withdrawLinks(tx, now(), id, { condition: isAllowed }),
  ]);
}

/** Activates a user again. */
export async function reactivate(change: Change, id: number): Promise<void> {
  // A sign-in that ran beside the deactivation has left a session that did not work.
  const isAllowed = isStillOwner(change.deps.db, change.session.userId);
  await changeState(change, id, true, (tx) => [closeSessionsOf(tx, id, 0, isAllowed)]);
}

async function changeState(
  change: Change,
  id: number,
  isActive: boolean,
  others: (tx: Transaction) => readonly Statement[],
): Promise<void> {
  const user = await userWith(change.deps.db, id);
  if (user.isActive === isActive) throw conflict(`This user is ${isActive ? 'active' : 'deactivated'} already.`);
  await changeUser(change, id, { isActive }, others);
  const { userName, invitedAt } = user;
  change.recordChange({
    record: userRecord,
    id,
    before: { userName, state: stateOf(user) },
    after: { userName, state: stateOf({ isActive, invitedAt }) },
  });
}

/** Ends all sessions of a user, except the caller's own. */
export async function endSessions(change: Change & { session: Pick<Session, 'userId' | 'sessionId'> }, id: number) {
  const { deps, session } = change;
  const { userName } = await userWith(deps.db, id);
  const kept = id === session.userId ? session.sessionId : 0;
  await atomically(deps.db, (tx) => [closeSessionsOf(tx, id, kept, isStillOwner(deps.db, session.userId))]);
  change.recordChange({ record: userRecord, id, after: { userName, sessions: 'ended' } });
}

/** Removes every second factor of a user who has lost it, and ends the user's sessions. The password stays. */
export async function removeSecondFactor(change: Change, id: number): Promise<void> {
  requireOther(change, id, 'remove your own second factor here');
  const { db } = change.deps;
  const { userName } = await userWith(db, id);
  const isAllowed = isStillOwner(db, change.session.userId);
  await changeUser(change, id, { secondFactorAt: null }, (tx) => [
    ...removeFactors(tx, id, isAllowed),
    closeSessionsOf(tx, id, 0, isAllowed),
  ]);
  change.recordChange({ record: userRecord, id, after: { userName, secondFactor: 'removed' } });
}

/** Withdraws all open links of a user. */
export async function withdrawAllLinks(change: Change, id: number): Promise<void> {
  const { deps, session } = change;
  const { userName } = await userWith(deps.db, id);
  const condition = isStillOwner(deps.db, session.userId);
  await atomically(deps.db, (tx) => [withdrawLinks(tx, deps.now(), id, { condition })], usersLock);
  change.recordChange({ record: userRecord, id, after: { userName, links: 'withdrawn' } });
}

/**
 * Deletes a user with their sessions, credentials, links and tokens. What the user has made keeps their name: history, audit
 * log, releases and comments store it.
 */
export async function deleteUser(change: Change, id: number): Promise<void> {
  requireOther(change, id, 'delete yourself');
  const { deps, session } = change;
  const { db } = deps;
  const { userName, firstName, lastName, email, role } = await userWith(db, id);
  const isGone = notExists(db.select({ id: users.id }).from(users).where(eq(users.id, id)));
  const [deleted] = await atomically(
    db,
    (tx) =>
      [
        tx
          .delete(users)
          .where(and(eq(users.id, id), isStillOwner(db, session.userId)))
          .returning({ id: users.id }),
        tx.delete(pendingSteps).where(and(eq(pendingSteps.userId, id), isGone)),
        tx.delete(openForms).where(and(eq(openForms.userId, id), isGone)),
      ] as const,
    usersLock,
  );
  if (deleted.length === 0) await refuse(db, session.userId);
  const before = { userName, firstName, lastName, email, role: roleFacts[role].label };
  change.recordChange({ record: userRecord, id, before });
}
