import type { Check } from './claim.ts';

/** What decides a check's state. */
type Judged = Pick<Check, 'status' | 'recent' | 'failures' | 'attempts'>;

/** The state after an attempt: down after `failures` of the last `attempts`, up again with the first success below that. */
export function stateAfter(check: Judged, ok: boolean): Pick<Check, 'status' | 'recent'> {
  const recent = `${check.recent}${ok ? '1' : '0'}`.slice(-check.attempts);
  const failed = recent.split('0').length - 1;
  if (failed >= check.failures) return { status: 'down', recent };
  // A single failure neither ends the state down nor makes a new check one that is up.
  return { status: ok ? 'up' : check.status, recent };
}
