import { and, eq } from 'drizzle-orm';
import { roleFacts } from '../../contract/roles.ts';
import { linkHours } from '../../contract/users.ts';
import { mailAccountLink } from '../../core/accounts/jobs.ts';
import { isOpenLink, linkAddress, newToken } from '../../core/accounts/links.ts';
import { companyName } from '../../core/content/company-name.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createMailer, type Mail } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { accountLinks } from '../../db/schema/sign-in.ts';
import { users } from '../../db/schema/users.ts';

/**
 * Mails a user a link of their account while the link is open. Each attempt replaces the token, because only its hash is
 * stored; if a mail arrives twice, the newer one works.
 */
export const handleMailAccountLink = handleJob(mailAccountLink, async ({ linkId }, deps) => {
  const mailer = createMailer(deps.config);
  if (!mailer) return deps.log.info('mail is off; the link of an account is not sent');
  await sendUnderLease(deps, `account link ${linkId}`, async () => {
    const { token, tokenHash } = newToken(deps);
    const isOpen = and(eq(accountLinks.id, linkId), eq(accountLinks.isMailed, true), isOpenLink(deps.now()));
    const [link] = await deps.db.update(accountLinks).set({ tokenHash }).where(isOpen).returning();
    if (!link) return;
    const [user] = await deps.db.select().from(users).where(eq(users.id, link.userId));
    if (user?.isActive && user.email !== '') await mailer.send(await compose(deps, { link, user, token }));
  });
});

interface Letter {
  link: typeof accountLinks.$inferSelect;
  user: typeof users.$inferSelect;
  token: string;
}

async function compose({ db, config, now }: CoreDependencies, { link, user, token }: Letter): Promise<Mail> {
  const { hostname } = new URL(config.publicUrl);
  const company = (await companyName(db)) || hostname;
  const url = linkAddress(config.publicUrl, token);
  const hours = Math.round((Number(link.expiresAt) - Number(link.createdAt)) / 3_600_000);
  const until = hours === 1 ? 'an hour' : `${hours} hours`;
  const letter = { company, url, until, user, isForgotten: hours === linkHours.forgotten, address: config.publicUrl };
  const { subject, lines } = link.kind === 'invitation' ? invitation(letter) : reset(letter);
  return {
    to: { name: `${user.firstName} ${user.lastName}`.trim(), address: user.email },
    subject,
    text: [...greeting(user), ...lines].join('\n'),
    messageId: `<account-link-${link.id}-${Number(now())}@${hostname}>`,
  };
}

interface Words {
  company: string;
  url: string;
  /** How long the link works. */
  until: string;
  user: Letter['user'];
  isForgotten: boolean;
  address: string;
}

function greeting({ firstName, userName }: Letter['user']): string[] {
  return [`Hello ${firstName || userName},`, ''];
}

function invitation({ company, url, until, user, address }: Words) {
  const { label, purpose } = roleFacts[user.role];
  return {
    subject: `Your invitation to the back office of ${company}`,
    lines: [
      `You are invited to the back office of ${company} at ${address}/.`,
      '',
      `Your user name: ${user.userName}`,
      `Your role: ${label}. ${purpose}`,
      '',
      'Choose a password and sign in:',
      url,
      '',
      `The link works once, within ${until}. If you did not expect this invitation, ignore this mail.`,
    ],
  };
}

function reset({ company, url, until, user, isForgotten }: Words) {
  const reason = isForgotten
    ? `Someone asked for a new password for your account in the back office of ${company}.`
    : `An Owner of the back office of ${company} sends you this link for a new password.`;
  return {
    subject: `A new password for the back office of ${company}`,
    lines: [
      reason,
      '',
      `Your user name: ${user.userName}`,
      '',
      'Set a new password:',
      url,
      '',
      `The link works once, within ${until}, and signs you out everywhere. It does not replace your second factor.`,
      isForgotten
        ? 'If you did not ask for this, ignore this mail: your password stays as it is.'
        : 'Your password works until you set a new one.',
    ],
  };
}
