import { and, count, eq, gt, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { linkHours } from '../../contract/users.ts';
import { accountLinks } from '../../db/schema/sign-in.ts';
import { users } from '../../db/schema/users.ts';
import { writeEntry } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { secretBox } from '../telephony/secrets.ts';
import { mailLink } from './invite.ts';
import { answerForgottenPassword } from './jobs.ts';
import { makeLink } from './links.ts';

/** Mails to one user in an hour. */
const maxMailsPerHour = 3;

const request = z.object({ email: z.string(), ip: z.string(), requestId: z.string() });
type Request = z.output<typeof request>;

/** True if users can ask for a link at the sign-in. */
export function offersForgottenPassword({ config }: Pick<CoreDependencies, 'config'>): boolean {
  return config.smtpUrl !== null;
}

/**
 * Takes a request for a link. Whether the address belongs to a user is looked up by a job, so that neither the answer nor its
 * time depends on it. The address is encrypted: it may be anyone's.
 */
export async function askForLink(deps: CoreDependencies, asked: Request): Promise<void> {
  if (!offersForgottenPassword(deps)) return;
  await deps.queue.enqueue(answerForgottenPassword, { request: secretBox(deps.config).seal(JSON.stringify(asked)) });
}

/** Answers a request: mails an active user a link; for other addresses does nothing. */
export async function answerRequest(deps: CoreDependencies, sealed: string): Promise<void> {
  const { email, ip, requestId } = request.parse(JSON.parse(secretBox(deps.config).open(sealed)));
  const isActive = and(eq(users.isActive, true), isNull(users.invitedAt));
  // A user without a password signs in with a provider, which decides whether the account still exists.
  const isUser = and(eq(users.emailKey, email.toLowerCase()), isActive, ne(users.passwordHash, ''));
  const [user] = await deps.db.select().from(users).where(isUser);
  if (!user || (await hasEnoughMails(deps, user.id))) return;
  const { id: userId, userName, role } = user;
  const made = await makeLink(deps, { userId, kind: 'reset', hours: linkHours.forgotten, isMailed: true });
  if (!made) return;
  await writeEntry(deps, { userId: null, userName: '', role: null, ip, requestId }, 'session.forgottenPassword', {
    record: 'User',
    id: userId,
    after: { userName, role },
  });
  await mailLink(deps, made.id);
}

async function hasEnoughMails({ db, now }: CoreDependencies, userId: number): Promise<boolean> {
  const isRecent = gt(accountLinks.createdAt, new Date(Number(now()) - 3_600_000));
  const isMail = and(eq(accountLinks.userId, userId), eq(accountLinks.kind, 'reset'), eq(accountLinks.isMailed, true));
  const [mails] = await db.select({ total: count() }).from(accountLinks).where(and(isMail, isRecent));
  return (mails?.total ?? 0) >= maxMailsPerHour;
}
