import { maxPingsPerMinute } from '../../contract/health.ts';
import type { Ping } from '../../core/health/ping.ts';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { countPing } from '../../core/metrics/counters.ts';
import type { Dependencies } from '../dependencies.ts';

/** What became of a ping: it is on disk, its code is unknown, or its code is over its limit. */
export type PingOutcome = 'recorded' | 'unknown' | { waitSeconds: number };

/** Counts a ping toward the limit of its code and records it. Rejects if the ping could not be written. */
export type AcceptPing = (ping: Ping) => Promise<PingOutcome>;

const acceptors = new WeakMap<Dependencies, AcceptPing>();

/** The one acceptor of a server, so that all pings of a code keep their order and count toward one limit. */
export function pingAcceptor(deps: Dependencies): AcceptPing {
  const known = acceptors.get(deps);
  if (known) return known;
  const writer = createPingWriter(deps.db, deps.now);
  const codeLimit = deps.limits.perMinute('ping', maxPingsPerMinute, deps.now);

  async function accept(ping: Ping): Promise<PingOutcome> {
    const used = codeLimit.consume(ping.code);
    const waitSeconds = typeof used === 'number' ? used : await used;
    if (waitSeconds > 0) {
      countPing('refused');
      return { waitSeconds };
    }
    const outcome = (await recordOrGiveBack(ping)) ? 'recorded' : 'unknown';
    countPing(outcome);
    return outcome;
  }

  /** A failure that is not the server's does not count toward the limit of its code. */
  async function recordOrGiveBack(ping: Ping): Promise<boolean> {
    try {
      return await writer.record(ping);
    } catch (error) {
      await codeLimit.giveBack(ping.code);
      throw error;
    }
  }

  acceptors.set(deps, accept);
  return accept;
}
