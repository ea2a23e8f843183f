import { instant, table, text } from '../columns.ts';

/** Mails that a process is sending, by the mail's key; a lease that has ended belongs to a process that has died. */
export const mailLeases = table('mail_leases', {
  key: text().primaryKey(),
  until: instant().notNull(),
});
