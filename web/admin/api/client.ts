import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { antiForgery } from '../../../contract/session.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { storedToken } from '../accounts/store.ts';

/** React hooks for the server's procedures. */
export const trpc = createTRPCReact<AppRouter>();

/** The server's procedures as plain functions, for the declarations of records. */
export const client = trpc.createClient({
  links: [httpBatchLink({ url: '/trpc', headers: requestHeaders, maxURLLength: 4000 })],
});

/** Headers of every call: the bearer token and the anti-forgery cookie's value (specification, section 9). */
export function requestHeaders(): Record<string, string> {
  const token = storedToken();
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    [antiForgery.header]: cookie(antiForgery.cookie),
  };
}

function cookie(name: string): string {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : '';
}
