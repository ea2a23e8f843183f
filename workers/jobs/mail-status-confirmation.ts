import { and, eq, sql } from 'drizzle-orm';
import { companyName } from '../../core/content/company-name.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createMailer, type Mail } from '../../core/providers/mail.ts';
import { sendPrivately } from '../../core/providers/mail-error.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { mailStatusConfirmation } from '../../core/status/subscription-jobs.ts';
import { confirmPath, confirmToken } from '../../core/status/subscription-links.ts';
import { isConfirmationDue, type StatusSubscriber } from '../../core/status/subscriptions.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';

/** Mails the link that confirms a subscription to the status page; `askedMailAt` marks it as done. */
export const handleMailStatusConfirmation = handleJob(mailStatusConfirmation, async ({ subscriberId }, deps) => {
  const mailer = createMailer(deps.config);
  if (!mailer) return deps.log.info('mail is off; the subscription waits');
  await sendUnderLease(deps, `status-subscription ${subscriberId}`, async () => {
    const row = eq(statusSubscribers.id, subscriberId);
    const [subscriber] = await deps.db
      .update(statusSubscribers)
      .set({ mailAttempts: sql`${statusSubscribers.mailAttempts} + 1` })
      .where(and(row, isConfirmationDue(deps.now())))
      .returning();
    if (!subscriber) return;
    await sendPrivately(mailer, await compose(subscriber, deps));
    // A request that arrived while the mail was under way is due for another mail.
    const isSameRequest = eq(statusSubscribers.askedAt, subscriber.askedAt);
    await deps.db.update(statusSubscribers).set({ askedMailAt: deps.now() }).where(and(row, isSameRequest));
  });
});

async function compose(subscriber: StatusSubscriber, { db, config }: CoreDependencies): Promise<Mail> {
  const { publicUrl } = config;
  const { hostname } = new URL(publicUrl);
  const sender = (await companyName(db)) || hostname;
  return {
    to: { name: '', address: subscriber.email },
    subject: `Please confirm your subscription to the status of ${sender}`,
    text: [
      `This address was entered at ${publicUrl}/status for updates on incidents of ${sender}.`,
      '',
      'Please confirm within 24 hours that you want to receive them:',
      `${publicUrl}${confirmPath}/${confirmToken({ config }, subscriber)}`,
      '',
      'If you did not ask for this, ignore this mail: without the confirmation we send you no updates and delete the address after 24 hours.',
    ].join('\n'),
    messageId: `<status-subscription-${subscriber.id}-${Number(subscriber.askedAt)}@${hostname}>`,
  };
}
