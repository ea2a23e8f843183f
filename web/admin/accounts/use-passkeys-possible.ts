import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';

/** True if the site and this browser have passkeys, and this is the address that they are bound to. */
export function usePasskeysPossible(): boolean {
  const { data } = trpc.passkeys.options.useQuery(undefined, {
    meta: showsFailures,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.origin === location.origin && 'PublicKeyCredential' in window;
}
