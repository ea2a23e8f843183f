import type { Database } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { rememberLostPing } from './lost-pings.ts';
import type { Ping } from './ping.ts';
import { recordPings } from './record-pings.ts';

/** Records pings in batches: pings that arrive together share one transaction. */
export interface PingWriter {
  /**
   * True once the ping is on disk, false if the code is unknown. Rejects if the ping could not be written; its loss then
   * does not count against the server (lost-pings.ts).
   */
  record(ping: Ping): Promise<boolean>;
}

interface PendingPing {
  ping: Ping;
  /** When the ping arrived. */
  at: Date;
  /** The ping is counted and stored, but its effect on the monitor's status is not yet written. */
  isCounted: boolean;
  resolve(isKnown: boolean): void;
  reject(error: unknown): void;
}

/** Pings in one transaction; the rest wait for the next one. */
const maxBatchSize = 400;
/** How often a ping is retried when its monitor is changed concurrently. */
const maxAttempts = 5;

/** Creates the ping writer of this process. Pings that arrive while a batch is written go into the next batch. */
export function createPingWriter(db: Database, now: () => Date): PingWriter {
  let pending: PendingPing[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    while (pending.length > 0) {
      await writeBatch(db, takeBatch());
      // Let waiting requests add their pings to the next transaction.
      await yieldToEventLoop();
    }
    isWriting = false;
  }

  /** Takes the oldest pings, at most one per code: a second ping depends on the result of the first. */
  function takeBatch(): PendingPing[] {
    const codes = new Set<string>();
    const [batch, later]: [PendingPing[], PendingPing[]] = [[], []];
    for (const entry of pending) {
      if (batch.length >= maxBatchSize || codes.has(entry.ping.code)) later.push(entry);
      else {
        codes.add(entry.ping.code);
        batch.push(entry);
      }
    }
    pending = later;
    return batch;
  }

  return {
    record(ping) {
      return new Promise((resolve, reject) => {
        pending.push({ ping, at: now(), isCounted: false, resolve, reject });
        if (isWriting) return;
        isWriting = true;
        setImmediate(() => void write());
      });
    },
  };
}

/** Writes a batch and resolves or rejects its pings. If a client has been deleted, only the pings of that client fail. */
async function writeBatch(db: Database, batch: readonly PendingPing[]): Promise<void> {
  const unresolved = new Set(batch);
  try {
    await recordAll(db, unresolved);
  } catch (error) {
    const isClientDeleted = constraintErrorOf(error) === 'reference';
    for (const entry of [...unresolved]) {
      if (isClientDeleted) await recordAll(db, new Set([entry])).catch((reason: unknown) => lose(db, entry, reason));
      else lose(db, entry, error);
    }
  }
}

function lose(db: Database, { ping, at, reject }: PendingPing, error: unknown): void {
  rememberLostPing(db, ping, at);
  reject(error);
}

/** Records the pings, with retries; removes each resolved ping from `unresolved`. */
async function recordAll(db: Database, unresolved: Set<PendingPing>): Promise<void> {
  for (let attempt = 1; unresolved.size > 0; attempt += 1) {
    if (attempt > maxAttempts) throw new Error(`pings could not be recorded in ${maxAttempts} attempts`);
    const byCode = new Map([...unresolved].map((entry) => [entry.ping.code, entry]));
    const monitors = await db
      .select()
      .from(healthMonitors)
      .where(isOneOf(healthMonitors.code, [...byCode.keys()]));
    const known = monitors.flatMap((monitor) => {
      const entry = byCode.get(monitor.code);
      return entry ? [{ monitor, ping: entry.ping, at: entry.at, isCounted: entry.isCounted }] : [];
    });
    const missed = await recordPings(db, known);
    const found = new Set(monitors.map(({ code }) => code));
    for (const entry of unresolved) {
      const { code } = entry.ping;
      entry.isCounted = found.has(code);
      if (missed.has(code)) continue;
      unresolved.delete(entry);
      entry.resolve(found.has(code));
    }
  }
}
