import { and, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { companyMailbox } from '../../core/content/company-mailbox.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { findAccount } from '../../core/telephony/account-access.ts';
import { mailLimitNotice } from '../../core/telephony/jobs.ts';
import { isUsageOf, readUsage } from '../../core/telephony/usage.ts';
import { telephonyUsage } from '../../db/schema/telephony.ts';

type Usage = z.output<typeof mailLimitNotice.data>;

const nouns = { test: 'test messages', relay: 'relayed messages' } as const;

/** Notifies the company that an account has used most of a daily limit, once a day: in the log, and by mail if mail is on. */
export const handleMailLimitNotice = handleJob(mailLimitNotice, (usage, deps) =>
  sendUnderLease(deps, `sms-limit ${usage.telephonyClientId} ${usage.kind} ${usage.day}`, () => notify(deps, usage)),
);

async function notify(deps: CoreDependencies, { telephonyClientId, kind, day }: Usage): Promise<void> {
  const { config, db, log, now } = deps;
  const isDue = and(isUsageOf(telephonyClientId, kind, day), isNull(telephonyUsage.notifiedAt));
  const account = await findAccount(deps, telephonyClientId);
  const isWaiting = (await db.$count(telephonyUsage, isDue)) > 0;
  if (!account || !isWaiting) return;
  const { used, limit } = await readUsage(db, account, kind, new Date(`${day}T12:00:00Z`));
  const client = account.clientName ? `${account.clientName} - ${account.projectName}` : account.projectName;
  const summary = `${client} has used ${used} of ${limit} ${nouns[kind]} of ${day}`;
  log.warn({ telephonyClientId, kind, used, limit }, 'an SMS account has used most of a daily limit');
  const mailer = createMailer(config);
  const to = mailer && (await companyMailbox(db));
  if (to)
    await mailer.send({
      to,
      subject: summary,
      text: [
        `The SMS account ${summary} (UTC).`,
        `When the limit is reached, the product sends no more ${nouns[kind]} of this account until 00:00 UTC.`,
        'Alarms of servers have no limit and are not counted.',
        '',
        `An Admin can raise the limit: ${config.publicUrl}/#/admin/twilioclient`,
      ].join('\n'),
      // A crash before the next statement sends the mail again; the same id lets the receiver recognise the duplicate.
      messageId: `<sms-limit-${telephonyClientId}-${kind}-${day}@${new URL(config.publicUrl).hostname}>`,
    });
  await db.update(telephonyUsage).set({ notifiedAt: now() }).where(isDue);
}
