import { eq } from 'drizzle-orm';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { createTwilio, type Twilio } from '../providers/twilio.ts';
import { secretBox } from './secrets.ts';

export type AccountRow = typeof telephonyClients.$inferSelect;

/** Reads one account. */
export async function findAccount(deps: Pick<CoreDependencies, 'db'>, id: number): Promise<AccountRow | undefined> {
  const [account] = await deps.db.select().from(telephonyClients).where(eq(telephonyClients.id, id));
  return account;
}

/** A Twilio client with the account's credentials. */
export function twilioOf(deps: Pick<CoreDependencies, 'config'>, account: AccountRow): Twilio {
  const authToken = secretBox(deps.config).open(account.authToken);
  return createTwilio(deps.config, { accountSid: account.accountSid, authToken });
}
