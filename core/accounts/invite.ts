import { eq, sql } from 'drizzle-orm';
import { roleFacts } from '../../contract/roles.ts';
import { type AccountLinkKind, type Invitation, type LinkWay, linkHours } from '../../contract/users.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { accountLinks } from '../../db/schema/sign-in.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, forbidden, invalid } from '../errors.ts';
import {
  type Change,
  refuse,
  requireAccount,
  requireFreeNames,
  userNameTaken,
  userRecord,
  userWith,
} from './change-people.ts';
import { accountLinkKey, mailAccountLink } from './jobs.ts';
import { linkAddress, makeLink, newToken } from './links.ts';
import { isStillOwner, usersLock } from './users-lock.ts';

type InviteChange = Change & { deps: CoreDependencies };

/** A link for its user; the address is known only if the link was not mailed. */
interface GivenLink {
  id: number;
  url: string | null;
  expiresAt: Date;
}

/** Creates a user without a password, and the link with which the person sets one. Throws 400 for a taken name or address. */
export async function invite(change: InviteChange, values: Invitation): Promise<GivenLink> {
  const { deps, session, recordChange } = change;
  const { db } = deps;
  const { userName, firstName, lastName, email, role, way } = values;
  requireMail(deps, way, email);
  const telephonyClientId = role === 'Client' ? values.telephonyClientId : null;
  await requireFreeNames(db, { userName, email });
  await requireAccount(db, telephonyClientId);
  const userNameKey = userName.toLowerCase();
  const emailKey = email === '' ? null : email.toLowerCase();
  const createdAt = deps.now();
  const expiresAt = new Date(Number(createdAt) + linkHours.invitation * 3_600_000);
  const { token, tokenHash } = newToken(deps);
  // Null if the caller is no longer an Owner: the not-null constraint then aborts the transaction.
  const passwordHash = sql<string>`(select '' from ${users} where ${users.id} = ${session.userId} and ${isStillOwner(db, session.userId)})`;
  const user = { userName, userNameKey, firstName, lastName, email, emailKey, role, telephonyClientId, createdAt };
  const invited = { ...user, passwordHash, invitedAt: createdAt };
  const userId = sql<number>`(select ${users.id} from ${users} where ${eq(users.userNameKey, userNameKey)})`;
  const isMailed = way === 'mail';
  const link = { tokenHash, kind: 'invitation' as const, userId, createdAt, expiresAt, isMailed };
  const created = atomically(
    db,
    (tx) =>
      [
        tx.insert(users).values(invited).returning({ id: users.id }),
        tx.insert(accountLinks).values(link).returning({ id: accountLinks.id }),
      ] as const,
    usersLock,
  );
  const [[saved], [savedLink]] = await created.catch(async (error: unknown) => {
    const kind = constraintErrorOf(error);
    if (kind === 'missing') throw forbidden('You are no longer an Owner.');
    if (kind === 'unique') await requireFreeNames(db, { userName, email });
    throw kind === 'unique' ? invalid({ userName: userNameTaken }) : error;
  });
  if (!saved || !savedLink) throw new Error('the user was not stored');
  const { label } = roleFacts[role];
  const after = { userName, firstName, lastName, email, role: label, smsAccount: telephonyClientId, link: sent[way] };
  recordChange({ record: userRecord, id: saved.id, after });
  return give(deps, { id: saved.id, linkId: savedLink.id, token, expiresAt }, way);
}

const sent = { mail: 'sent by e-mail', shown: 'shown once' } as const;

/**
 * Makes a new link for a user: an invitation until the user has accepted one, then a link for a new password. Withdraws the
 * older ones.
 */
export async function giveLink(change: InviteChange, id: number, way: LinkWay): Promise<GivenLink> {
  const { deps, session, recordChange } = change;
  const user = await userWith(deps.db, id);
  requireMail(deps, way, user.email);
  if (!user.isActive) throw conflict('This user is deactivated. Reactivate the user first.');
  const kind: AccountLinkKind = user.invitedAt === null ? 'reset' : 'invitation';
  const condition = isStillOwner(deps.db, session.userId);
  const link = { userId: id, kind, hours: linkHours[kind], isMailed: way === 'mail', condition };
  const made = await makeLink(deps, link);
  if (!made) return refuse(deps.db, session.userId);
  recordChange({ record: userRecord, id, after: { userName: user.userName, link: `${kind}, ${sent[way]}` } });
  return give(deps, { id, linkId: made.id, token: made.token, expiresAt: made.expiresAt }, way);
}

/** Throws 400 if the way is e-mail without a mail server or an address. */
function requireMail({ config }: Pick<CoreDependencies, 'config'>, way: LinkWay, email: string): void {
  if (way === 'shown') return;
  if (config.smtpUrl === null) throw invalid({ way: 'This installation sends no e-mail. Show the link instead' });
  if (email === '') throw invalid({ email: 'E-mail is required' });
}

interface ToGive {
  id: number;
  linkId: number;
  token: string;
  expiresAt: Date;
}

/** Shows the link, or leaves it to the job, which makes its own token. */
async function give(
  deps: CoreDependencies,
  { id, linkId, token, expiresAt }: ToGive,
  way: LinkWay,
): Promise<GivenLink> {
  if (way === 'shown') return { id, url: linkAddress(deps.config.publicUrl, token), expiresAt };
  await mailLink(deps, linkId);
  return { id, url: null, expiresAt };
}

/** Enqueues the mail of a link. Throws if the queue fails: only its own mail makes the link known. */
export async function mailLink({ queue }: Pick<CoreDependencies, 'queue'>, linkId: number): Promise<void> {
  await queue.enqueue(mailAccountLink, { linkId }, { dedupeKey: accountLinkKey(linkId), priority: 'high' });
}
