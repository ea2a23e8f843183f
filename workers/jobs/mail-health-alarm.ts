import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { companies } from '../../db/schema/company.ts';
import { createMailer } from '../providers/mail.ts';
import { defineJob } from '../queue/queue.ts';

/** Mails an alarm of a monitored server to the company, beside the messages to its contacts. */
export const mailHealthAlarm = defineJob({
  name: 'mail-health-alarm',
  data: z.object({ key: z.string(), text: z.string() }),
  // Together about an hour: later it is no news any more.
  retry: { attempts: 7, backoffSeconds: 30 },
  async run({ key, text }, { config, db, log }) {
    const mailer = createMailer(config);
    if (!mailer) return;
    const [company] = await db
      .select({ name: companies.name, email: companies.email })
      .from(companies)
      .where(eq(companies.isActive, true))
      .orderBy(asc(companies.position), asc(companies.id))
      .limit(1);
    if (!company?.email) return log.warn('a server alarm could not be mailed: no active company has an e-mail address');
    await mailer.send({
      to: { name: company.name, address: company.email },
      subject: text.split(/[.(]/)[0] ?? text,
      text: `${text}\n\n-- \n${config.publicUrl}/#/admin/schedule-tasks`,
      messageId: `<${key}@${new URL(config.publicUrl).hostname}>`,
    });
  },
});
