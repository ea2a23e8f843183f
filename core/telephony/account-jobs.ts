import type { CoreDependencies } from '../dependencies.ts';
import { type KeyedJob, QueueUnavailable } from '../queue/queue.ts';
import type { AccountRow } from './account-access.ts';
import { checkTelephonyCredentials, credentialsCheckKey, syncAccountLog, syncKey } from './jobs.ts';

/** The stored jobs of an account; null for a job that neither waits nor runs. */
interface AccountJobs {
  sync: KeyedJob | null;
  /** The check of the credentials, for unchecked credentials only. */
  check: KeyedJob | null;
}

/** The stored jobs of accounts by account id; none while the queue does not answer. */
export async function accountJobs(
  { queue }: Pick<CoreDependencies, 'queue'>,
  accounts: readonly Pick<AccountRow, 'id' | 'credentials'>[],
): Promise<Map<number, AccountJobs>> {
  try {
    const found = accounts.map(async ({ id, credentials }) => {
      const isUnchecked = credentials === 'unchecked';
      const [sync, check] = await Promise.all([
        queue.find(syncAccountLog, syncKey(id)),
        isUnchecked ? queue.find(checkTelephonyCredentials, credentialsCheckKey(id)) : null,
      ]);
      return [id, { sync, check }] as const;
    });
    return new Map(await Promise.all(found));
  } catch (error) {
    if (error instanceof QueueUnavailable) return new Map();
    throw error;
  }
}
