import { eq } from 'drizzle-orm';
import { mailNewDevice } from '../../core/accounts/jobs.ts';
import { companyName } from '../../core/content/company-name.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { users } from '../../db/schema/users.ts';

/** Mails a user about a sign-in from a new device. */
export const handleMailNewDevice = handleJob(mailNewDevice, async ({ userId, device, ip, at }, deps) => {
  const mailer = createMailer(deps.config);
  if (!mailer) return deps.log.info('mail is off; no mail about the sign-in from a new device');
  await sendUnderLease(deps, `new device ${userId} ${at}`, async () => {
    const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
    if (!user || user.email === '') return;
    const { hostname, origin } = new URL(deps.config.publicUrl);
    const company = (await companyName(deps.db)) || hostname;
    await mailer.send({
      to: { name: `${user.firstName} ${user.lastName}`.trim(), address: user.email },
      subject: `A new sign-in to the back office of ${company}`,
      text: [
        `Hello ${user.firstName || user.userName},`,
        '',
        `Your account ${user.userName} has signed in from a device that is new.`,
        '',
        `Device: ${device}`,
        `Address: ${ip}`,
        `Time: ${new Date(at).toUTCString()}`,
        '',
        'If this was you, there is nothing to do. If not, change your password and end the session:',
        `${origin}/#/admin/account`,
      ].join('\n'),
      messageId: `<new-device-${userId}-${Date.parse(at)}@${hostname}>`,
    });
  });
});
