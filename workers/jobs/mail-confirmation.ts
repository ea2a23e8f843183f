import { and, eq } from 'drizzle-orm';
import { companyName } from '../../core/content/company-name.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { mailConfirmation } from '../../core/inbox/jobs.ts';
import { confirmAddress, isUnmailed, type Subscriber } from '../../core/inbox/subscribers.ts';
import { readRetention } from '../../core/privacy/retention.ts';
import { createMailer, type Mail } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { subscribers } from '../../db/schema/subscribe.ts';

/** Mails a subscriber the link that confirms the address; `confirmationMailedAt` marks it as done. */
export const handleMailConfirmation = handleJob(mailConfirmation, async ({ subscriberId }, deps) => {
  const mailer = createMailer(deps.config);
  if (!mailer) return deps.log.info('mail is off; the subscription waits');
  await sendUnderLease(deps, `subscription ${subscriberId}`, async () => {
    const row = eq(subscribers.id, subscriberId);
    const [subscriber] = await deps.db.select().from(subscribers).where(and(row, isUnmailed));
    if (!subscriber?.confirmationDueAt) return;
    await mailer.send(await compose(subscriber, deps));
    // A request that arrived while the mail was under way is due for another mail.
    const isSameRequest = eq(subscribers.confirmationDueAt, subscriber.confirmationDueAt);
    await deps.db.update(subscribers).set({ confirmationMailedAt: deps.now() }).where(and(row, isSameRequest));
  });
});

async function compose(subscriber: Subscriber, { db, config }: CoreDependencies): Promise<Mail> {
  const { hostname } = new URL(config.publicUrl);
  const sender = (await companyName(db)) || hostname;
  const days = (await readRetention(db)).get('unconfirmed');
  return {
    to: { name: '', address: subscriber.email },
    subject: `Please confirm your subscription to the newsletter of ${sender}`,
    text: [
      `This address was entered for the newsletter of ${sender} at ${config.publicUrl}/.`,
      '',
      'Please confirm that you want to receive it:',
      confirmAddress(config.publicUrl, subscriber),
      '',
      ...(subscriber.consentText === '' ? [] : [subscriber.consentText, '']),
      'If you did not ask for this, ignore this mail: without the confirmation we send you no newsletter and delete the address within ' +
        `${days === 7 ? 'a week' : days === 1 ? 'a day' : `${days} days`}.`,
    ].join('\n'),
    messageId: `<subscription-${subscriber.id}-${Number(subscriber.confirmationDueAt)}@${hostname}>`,
  };
}
