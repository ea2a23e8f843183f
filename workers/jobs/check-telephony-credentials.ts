import { TwilioFailure } from '../../core/providers/twilio.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { recordCredentials } from '../../core/telephony/credentials.ts';
import { checkTelephonyCredentials } from '../../core/telephony/jobs.ts';

/** Checks an account's SID and token with the provider and stores the result; repeats the check if they change in between. */
export const handleCheckTelephonyCredentials = handleJob(
  checkTelephonyCredentials,
  async ({ telephonyClientId }, deps) => {
    for (;;) {
      const account = await findAccount(deps, telephonyClientId);
      if (!account) return;
      const problem = await problemOf(() => twilioOf(deps, account).check());
      // The save of other credentials enqueued no second check, because this one was running.
      if (await recordCredentials(deps.db, account, problem)) return;
    }
  },
);

/** The provider's reason to refuse the credentials; null if it accepts them. */
async function problemOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    const isRefused = error instanceof TwilioFailure && (error.kind === 'credentials' || error.kind === 'refused');
    if (!isRefused) throw error;
    return error.message;
  }
}
