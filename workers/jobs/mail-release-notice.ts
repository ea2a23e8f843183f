import { and, eq } from 'drizzle-orm';
import { companyMailbox } from '../../core/content/company-mailbox.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { mailReleaseNotice } from '../../core/releases/jobs.ts';
import type { Release } from '../../core/releases/release.ts';
import { releases } from '../../db/schema/releases.ts';

/** Mails the author of a release that it was published, or why it was not; without mail the screen alone says so. */
export const handleMailReleaseNotice = handleJob(mailReleaseNotice, ({ releaseId }, deps) =>
  sendUnderLease(deps, `release ${releaseId}`, () => notify(deps, releaseId)),
);

async function notify(deps: CoreDependencies, releaseId: number): Promise<void> {
  const { config, db } = deps;
  const [release] = await db.select().from(releases).where(eq(releases.id, releaseId));
  if (!release || release.notice === 'none') return;
  const mailer = createMailer(config);
  const to = mailer && (await recipient(db, release));
  if (to) {
    const { describePublishTime } = await import('../../core/releases/publish-time.ts');
    const inWords = (at: Date | null) => at && describePublishTime(at, release.timeZone || 'UTC', deps.now()).words;
    const mail =
      release.notice === 'published' ? publishedMail(deps, release, inWords) : blockedMail(deps, release, inWords);
    const domain = new URL(config.publicUrl).hostname;
    const about = release.publishedRevision ?? Number(release.publishAt ?? 0);
    await mailer.send({ to, ...mail, messageId: `<release-${releaseId}-${release.notice}-${about}@${domain}>` });
  }
  const isSame = and(eq(releases.id, releaseId), eq(releases.notice, release.notice));
  await db.update(releases).set({ notice: 'none' }).where(isSame);
}

/** The author, if their user name is a mail address, else the company. */
async function recipient(db: CoreDependencies['db'], { userName }: Release) {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(userName) ? { name: userName, address: userName } : companyMailbox(db);
}

type InWords = (at: Date | null) => string | null;

function publishedMail({ config }: CoreDependencies, release: Release, inWords: InWords) {
  const { name, userName, publishedAt } = release;
  return {
    subject: `“${name}” is published`,
    text: [
      `The release “${name}” by ${userName} is on the page since ${inWords(publishedAt)}.`,
      '',
      `The page: ${config.publicUrl}/`,
      `The release, to look at its changes or to undo it: ${linkTo(config, release)}`,
    ].join('\n'),
  };
}

function blockedMail({ config }: CoreDependencies, release: Release, inWords: InWords) {
  const { name, userName, problem, publishAt } = release;
  return {
    subject: `“${name}” was not published: a decision is needed`,
    text: [
      `The release “${name}” by ${userName} was due on ${inWords(publishAt)} and was not published.`,
      problem,
      '',
      `Decide and publish: ${linkTo(config, release)}`,
    ].join('\n'),
  };
}

function linkTo({ publicUrl }: CoreDependencies['config'], { id }: Release): string {
  return `${publicUrl}/#/admin/releases/${id}`;
}
