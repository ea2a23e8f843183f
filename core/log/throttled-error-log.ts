import type { Logger } from 'pino';
import { countFailure, type FailureSource } from '../metrics/registry.ts';

const throttleMs = 60_000;

/** Returns a function that counts every connection error and logs each message at most once a minute. */
export function throttledErrorLog(log: Logger, source: FailureSource, text: string): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    countFailure(source);
    const time = performance.now();
    const message = error instanceof Error ? error.message : String(error);
    if (time - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < throttleMs) return;
    loggedAt.set(message, time);
    log.error({ err: error }, text);
  };
}
