import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { antiForgery, unattended } from '../../../contract/session.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { isAttended, noteRequest } from '../accounts/attendance.ts';
import { renewSession } from '../accounts/end-session.ts';
import { askForProof } from '../accounts/proof.ts';
import { storedToken } from '../accounts/store.ts';

interface FetchOptions extends Pick<RequestInit, 'body' | 'headers' | 'method'> {
  signal?: AbortSignal | null | undefined;
}

/** React hooks for the server's procedures. */
export const trpc = createTRPCReact<AppRouter>();

/** The server's procedures as plain functions, for the declarations of records. */
export const client = trpc.createClient({
  links: [httpBatchLink({ url: '/trpc', headers: requestHeaders, maxURLLength: 4000, fetch: fetchSignedIn })],
});

/** The procedures for calls whose failure the user must not notice: after a 401 no sign-in box opens. */
export const backgroundClient = trpc.createClient({
  links: [httpBatchLink({ url: '/trpc', headers: requestHeaders, maxURLLength: 4000 })],
});

/** Tells the server that a person is at the screen. After a 401 the user signs in again; other failures are ignored. */
export function keepSession(): void {
  if (storedToken() !== null) client.session.me.query().catch(() => {});
}

/**
 * Calls a mutation within the current task, because a closing page runs no later one; the call outlives the page. Failures
 * are ignored.
 */
export async function sendLast(path: string, input: object): Promise<void> {
  const headers = { ...requestHeaders(), 'content-type': 'application/json' };
  try {
    const body = JSON.stringify(input);
    const response = await fetch(`/trpc/${path}`, { method: 'POST', headers, body, keepalive: true });
    // A request whose answer is not read stays open.
    await response.text();
  } catch {
    // No connection.
  }
}

/**
 * Sends a call. After a 401 waits until the user has signed in again, and after a refusal for want of a proof of identity
 * until the user has given one; then repeats the call (design, section 6).
 */
async function fetchSignedIn(
  url: URL | RequestInfo,
  { signal = null, ...options }: FetchOptions = {},
): Promise<Response> {
  const sentToken = storedToken();
  const response = await fetch(url, { ...options, signal });
  if (response.status === 403 && (await needsProof(response)) && (await askForProof()))
    return fetch(url, { ...options, signal });
  if (response.status !== 401) return response;
  await renewSession(sentToken, await reasonOf(response));
  const headers = new Headers(options.headers);
  for (const [name, value] of Object.entries(requestHeaders())) headers.set(name, value);
  return fetch(url, { ...options, headers, signal });
}

const withoutProof = z.tuple(
  [z.object({ error: z.object({ data: z.object({ needsProof: z.literal(true) }) }) })],
  z.unknown(),
);

/** True if a batch was refused for want of a recent proof of identity. All its calls were refused: none has run. */
async function needsProof(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return withoutProof.safeParse(body).success;
}

const refusals = z.tuple([z.object({ error: z.object({ message: z.string() }) })], z.unknown());

/** The message of a refused batch of calls. */
async function reasonOf(response: Response): Promise<string> {
  // Not JSON, such as a proxy's error page: continue with the generic text.
  const body: unknown = await response.json().catch(() => null);
  return refusals.safeParse(body).data?.[0].error.message ?? messages.technicalIssue;
}

/**
 * Headers of every call: the bearer token and the anti-forgery cookie's value (specification, section 9), and whether nobody
 * is at the screen.
 */
export function requestHeaders(): Record<string, string> {
  const token = storedToken();
  noteRequest();
  return {
    ...(!isAttended() && { [unattended.header]: unattended.value }),
    ...(token && { authorization: `Bearer ${token}` }),
    [antiForgery.header]: cookie(antiForgery.cookie),
  };
}

function cookie(name: string): string {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : '';
}
