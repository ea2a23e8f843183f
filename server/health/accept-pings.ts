import { maxPingsPerMinute } from '../../contract/health.ts';
import { hurryAlarms } from '../../core/health/hurry-alarms.ts';
import type { Ping, PingOutcome } from '../../core/health/ping.ts';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { countPing } from '../../core/metrics/counters.ts';
import type { Dependencies } from '../dependencies.ts';

/** Records a ping within the limit of its code. Rejects if the ping could not be written. */
export type AcceptPing = (ping: Ping) => Promise<PingOutcome>;

/** Refused codes that are kept in memory at most. */
const maxRefusedCodes = 10_000;
/** Longest refusal: the limit counts the pings of a minute. */
const maxWaitSeconds = 60;

const acceptors = new WeakMap<Dependencies, AcceptPing>();

/** The one acceptor of a server, so that all pings of a code keep their order and count toward one limit. */
export function pingAcceptor(deps: Dependencies): AcceptPing {
  const known = acceptors.get(deps);
  if (known) return known;
  const limit = deps.limits.perMinute('ping', maxPingsPerMinute, deps.now);
  const writer = createPingWriter(deps.db, deps.now, limit, () => void hurryAlarms(deps));
  /** Codes over their limit, with the time until which their pings are refused without a look at the database. */
  const refusedUntil = new Map<string, number>();

  function refusalOf(code: string): PingOutcome | null {
    const until = refusedUntil.get(code);
    if (until === undefined) return null;
    const waitSeconds = Math.ceil((until - Number(deps.now())) / 1000);
    // After the clock was set back the rest would be longer than a minute.
    if (waitSeconds > 0 && waitSeconds <= maxWaitSeconds) return { waitSeconds };
    refusedUntil.delete(code);
    return null;
  }

  /** Counts the outcome and remembers a refused code. */
  function settled(code: string, outcome: PingOutcome): PingOutcome {
    if (typeof outcome === 'string') {
      countPing(outcome);
      return outcome;
    }
    if (refusedUntil.size >= maxRefusedCodes) refusedUntil.clear();
    refusedUntil.set(code, Number(deps.now()) + outcome.waitSeconds * 1000);
    countPing('refused');
    return outcome;
  }

  function failed(code: string, error: unknown): never {
    // The failed ping does not count: a code that another ping took over the limit may be below it again.
    refusedUntil.delete(code);
    throw error;
  }

  // Not an async function: each would add promises to every ping.
  function accept(ping: Ping): Promise<PingOutcome> {
    const { code } = ping;
    const refusal = refusalOf(code);
    if (refusal) {
      countPing('refused');
      return Promise.resolve(refusal);
    }
    return writer.record(ping).then(
      (outcome) => settled(code, outcome),
      (error: unknown) => failed(code, error),
    );
  }

  acceptors.set(deps, accept);
  return accept;
}
