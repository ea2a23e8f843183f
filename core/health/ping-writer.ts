import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { rememberLostPing } from './lost-pings.ts';
import type { ArrivedPing, Ping } from './ping.ts';
import { recordPings } from './record-pings.ts';
import { recordUsualPings } from './record-usual-pings.ts';

/** Records pings in batches: pings that arrive together share one transaction. */
export interface PingWriter {
  /**
   * True once the ping is on disk, false if the code is unknown. Rejects if the ping could not be written; its loss then
   * does not count against the server (lost-pings.ts).
   */
  record(ping: Ping): Promise<boolean>;
}

interface PendingPing extends ArrivedPing {
  /** The ping is counted and stored, but its effect on the monitor's status is not yet written. */
  isCounted: boolean;
  resolve(isKnown: boolean): void;
  reject(error: unknown): void;
}

/** Pings in one transaction; the rest wait for the next one. */
const maxBatchSize = 400;
/** Batches that are written at the same time: SQLite has one writer, Postgres flushes commits of several connections together. */
const maxBatchesInFlight = dialect === 'postgres' ? 3 : 1;
/** How often a ping is retried when its monitor is changed concurrently. */
const maxAttempts = 5;

/** Creates the ping writer of this process. While as many batches as allowed are written, pings wait for the next batch. */
export function createPingWriter(db: Database, now: () => Date): PingWriter {
  let pending: PendingPing[] = [];
  let isStarting = false;
  let batchesInFlight = 0;
  /** Codes of the batches in flight: the next ping of a code waits for the result of the one before. */
  const codesInFlight = new Set<string>();

  /** Starts a batch after the current events, so that the requests among them add their pings. */
  function start(): void {
    if (isStarting || batchesInFlight >= maxBatchesInFlight) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      void writeNext();
    });
  }

  async function writeNext(): Promise<void> {
    const batch = takeBatch();
    if (batch.length === 0) return;
    batchesInFlight += 1;
    await writeBatch(db, batch);
    batchesInFlight -= 1;
    for (const { ping } of batch) codesInFlight.delete(ping.code);
    start();
  }

  /** Takes the oldest pings, at most one per code. */
  function takeBatch(): PendingPing[] {
    const [batch, later]: [PendingPing[], PendingPing[]] = [[], []];
    for (const entry of pending) {
      const { code } = entry.ping;
      if (batch.length >= maxBatchSize || codesInFlight.has(code)) later.push(entry);
      else {
        codesInFlight.add(code);
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
        start();
      });
    },
  };
}

/** Writes a batch and resolves or rejects its pings. If a client has been deleted, only the pings of that client fail. */
async function writeBatch(db: Database, batch: readonly PendingPing[]): Promise<void> {
  const unresolved = new Set(batch);
  try {
    const written = await recordUsualPings(db, batch);
    for (const entry of batch) if (written.has(entry.ping.code)) settle(unresolved, entry, true);
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

function settle(unresolved: Set<PendingPing>, entry: PendingPing, isKnown: boolean): void {
  unresolved.delete(entry);
  entry.resolve(isKnown);
}

/** Records pings that are not usual, with retries; removes each resolved ping from `unresolved`. */
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
      settle(unresolved, entry, found.has(code));
    }
  }
}
