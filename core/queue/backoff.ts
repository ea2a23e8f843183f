import type { RetryPolicy } from './queue.ts';

/** Longest wait for the next attempt, before the share at random: 6 hours. */
const maxWaitMs = 6 * 3600 * 1000;
/** Longest wait for the next attempt. */
export const maxBackoffMs = maxWaitMs * 1.25;

/**
 * Milliseconds until the next attempt of a job that has failed `attempts` times: doubles from `backoffSeconds`, plus up to
 * a quarter at random, so that jobs that failed together do not retry together.
 */
export function backoff(retry: RetryPolicy, attempts: number, randomBytes: (length: number) => Buffer): number {
  const wait = Math.min(retry.backoffSeconds * 1000 * 2 ** (attempts - 1), maxWaitMs);
  const share = randomBytes(2).readUInt16BE() / 0x1_0000;
  return Math.round(wait * (1 + share / 4));
}

/** Milliseconds that a failure asks to wait (`retryAfterSeconds`, such as a provider's Retry-After); 0 if it does not. */
export function requestedWait(failure: unknown): number {
  if (typeof failure !== 'object' || failure === null || !('retryAfterSeconds' in failure)) return 0;
  const { retryAfterSeconds } = failure;
  return typeof retryAfterSeconds === 'number' ? Math.min(retryAfterSeconds * 1000, maxWaitMs) : 0;
}
