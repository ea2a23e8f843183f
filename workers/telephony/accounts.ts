import { eq } from 'drizzle-orm';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { createTwilio, type Twilio } from '../providers/twilio.ts';
import type { WorkerDependencies } from '../queue/queue.ts';
import { secretBox } from './secrets.ts';

export type AccountRow = typeof telephonyClients.$inferSelect;

/** One account as stored. */
export async function findAccount(deps: Pick<WorkerDependencies, 'db'>, id: number): Promise<AccountRow | undefined> {
  const [account] = await deps.db.select().from(telephonyClients).where(eq(telephonyClients.id, id));
  return account;
}

/** The provider, as the account's owner. */
export function twilioOf(deps: Pick<WorkerDependencies, 'config'>, account: AccountRow): Twilio {
  const authToken = secretBox(deps.config).open(account.authToken);
  return createTwilio(deps.config, { accountSid: account.accountSid, authToken });
}
