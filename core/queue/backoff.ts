import type { RetryPolicy } from './queue.ts';

/** No job waits longer than this for its next attempt, in milliseconds: 6 hours. */
const longestWait = 6 * 3600 * 1000;

/**
 * Milliseconds until a job that has failed `attempts` times is tried again: doubling from `backoffSeconds`,
 * and up to a quarter more, so that jobs that failed together do not come back together.
 */
export function backoff(retry: RetryPolicy, attempts: number, randomBytes: (length: number) => Buffer): number {
  const wait = Math.min(retry.backoffSeconds * 1000 * 2 ** (attempts - 1), longestWait);
  const share = randomBytes(2).readUInt16BE() / 0x1_0000;
  return Math.round(wait * (1 + share / 4));
}
