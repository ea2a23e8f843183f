import type { Logger } from 'pino';
import { countFailure, type FailureSource } from '../metrics/registry.ts';

const repeatedAfter = 60_000;

/** Logs and counts what goes wrong with a connection; the same is logged again after a minute, for an outage says it often. */
export function connectionLog(log: Logger, source: FailureSource, what: string): (error: Error) => void {
  const said = new Map<string, number>();
  return (error) => {
    countFailure(source);
    const time = performance.now();
    if (time - (said.get(error.message) ?? Number.NEGATIVE_INFINITY) < repeatedAfter) return;
    said.set(error.message, time);
    log.error({ err: error }, what);
  };
}
