import { type Answer, exchange } from '../checks/http-exchange.ts';
import { reasonOf } from '../checks/reason.ts';
import { CheckFailure } from '../checks/result.ts';
import { ChannelFailure, type SendDeps } from './notification.ts';

/** Longest Retry-After that counts: an alarm is stale after an hour. */
const maxRetryAfterSeconds = 3600;

interface PostOptions {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
  /** Reads the seconds to wait out of an answer with 429, if the provider says them in the body. */
  retryAfterOf?: (body: string) => number | null;
}

/**
 * Posts JSON, or text and bytes as they are, to the target of a channel, over a connection to an address that is checked first (core/checks/connection.ts). Redirects
 * are not followed: a target must not lead to a private address. Returns the body of an answer with 2xx; throws a ChannelFailure,
 * whose message has nothing of the address, because the path of a webhook is a secret.
 */
export async function post({ url, headers = {}, body, retryAfterOf }: PostOptions, deps: SendDeps): Promise<string> {
  const signal = AbortSignal.timeout(deps.timeoutMs);
  let answer: Answer;
  try {
    answer = await exchange(
      {
        url: new URL(url),
        method: 'POST',
        headers: Object.entries({ 'user-agent': 'Vitrine', 'content-type': 'application/json', ...headers }).map(
          ([name, value]) => ({ name, value }),
        ),
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      },
      deps.check,
      signal,
    );
  } catch (error) {
    throw failureOf(error, signal, deps.timeoutMs);
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return answer.body ?? '';
  throw refusalOf(answer, retryAfterOf?.(answer.body ?? '') ?? null);
}

/** Errors of a connection that could not be made: nothing was sent. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EAI_|ENETUNREACH|EHOSTUNREACH|CERT_)/;
const unsentTls = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO)/;

function failureOf(error: unknown, signal: AbortSignal, timeoutMs: number): ChannelFailure {
  if (error instanceof CheckFailure) return new ChannelFailure('permanent', error.message);
  if (signal.aborted) return new ChannelFailure('unknown', `No answer came within ${timeoutMs / 1000} s.`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isUnsent = unsent.test(code) || unsentTls.test(code) || isConnecting(error);
  return new ChannelFailure(isUnsent ? 'temporary' : 'unknown', reasonOf(error, { headers: [], body: null }));
}

function isConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}

function refusalOf({ status, retryAfter }: Answer, inBody: number | null): ChannelFailure {
  const message = `The receiver answered ${status}.`;
  if (status === 429 || status === 503) {
    const seconds = inBody ?? Number(retryAfter);
    const isKnown = Number.isFinite(seconds) && seconds > 0;
    return new ChannelFailure('temporary', message, isKnown ? Math.min(seconds, maxRetryAfterSeconds) : null);
  }
  if (status === 404 || status === 410)
    return new ChannelFailure('permanent', `${message} The address no longer exists there.`);
  if (status >= 300 && status < 400)
    return new ChannelFailure('permanent', `${message} Redirects are not followed: enter the final address.`);
  return new ChannelFailure(status === 408 || status >= 500 ? 'unknown' : 'permanent', message);
}
