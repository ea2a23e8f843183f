import { and, eq } from 'drizzle-orm';
import { TwilioFailure } from '../../core/providers/twilio.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { checkTelephonyCredentials } from '../../core/telephony/jobs.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';

/** Checks an account's SID and token with the provider and stores the result; repeats the check if they change in between. */
export const handleCheckTelephonyCredentials = handleJob(
  checkTelephonyCredentials,
  async ({ telephonyClientId }, deps) => {
    for (;;) {
      const account = await findAccount(deps, telephonyClientId);
      if (!account) return;
      const outcome = await tryCredentials(() => twilioOf(deps, account).check());
      const isUnchanged = and(
        eq(telephonyClients.id, account.id),
        eq(telephonyClients.authToken, account.authToken),
        eq(telephonyClients.accountSid, account.accountSid),
      );
      const { id } = telephonyClients;
      const stored = await deps.db.update(telephonyClients).set(outcome).where(isUnchanged).returning({ id });
      // The save of other credentials enqueued no second check, because this one was running.
      if (stored.length > 0) return;
    }
  },
);

async function tryCredentials(check: () => Promise<void>) {
  try {
    await check();
    return { credentials: 'accepted', credentialsProblem: null } as const;
  } catch (error) {
    const isRefused = error instanceof TwilioFailure && (error.kind === 'credentials' || error.kind === 'refused');
    if (!isRefused) throw error;
    return { credentials: 'refused', credentialsProblem: error.message.slice(0, 300) } as const;
  }
}
