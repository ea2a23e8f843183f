import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { Monitor } from './flip.ts';
import { rememberLostPing } from './lost-pings.ts';
import { type ArrivedPing, type Ping, type PingLimit, type PingOutcome, restMs } from './ping.ts';
import { recordPings } from './record-pings.ts';
import { recordUsualPings } from './record-usual-pings.ts';

/** Records pings in batches: pings that arrive together share one transaction. */
export interface PingWriter {
  /**
   * Resolves once the ping is on disk, or nothing will be written. Rejects if the ping could not be written; its loss then
   * counts neither against the server (lost-pings.ts) nor toward its limit.
   */
  record(ping: Ping): Promise<PingOutcome>;
}

interface PendingPing extends ArrivedPing {
  /** The ping is counted and stored, but its effect on the monitor's status is not yet written. */
  isCounted: boolean;
  /** The ping counts toward the limit of its code. */
  isLimited: boolean;
  resolve(outcome: PingOutcome): void;
  reject(error: unknown): void;
}

/** Pings in one transaction; the rest wait for the next one. */
const maxBatchSize = 400;
/** Batches that are written at the same time: SQLite has one writer, Postgres flushes commits of several connections together. */
const maxBatchesInFlight = dialect === 'postgres' ? 2 : 1;
/**
 * Fewer pings wait for the batch in flight: a batch of 50 takes less processor time than two of 25, most of all in Postgres,
 * which starts a statement and flushes for each.
 */
const leastBesideAnother = 64;
/** They wait no longer than this, since a batch may wait for the lock of a row. In milliseconds. */
const maxAloneMs = 20;
/** How often a ping is retried when its monitor is changed concurrently. */
const maxAttempts = 5;

/** Creates the ping writer of this process; `onAlarm` is called when someone is to be notified of a change. While as many batches as allowed are written, pings wait for the next batch. */
export function createPingWriter(
  db: Database,
  now: () => Date,
  limit: PingLimit,
  onAlarm: () => void = () => {},
): PingWriter {
  let pending: PendingPing[] = [];
  let isStarting = false;
  let batchesInFlight = 0;
  /** When the newest batch began. */
  let begunAt = 0;
  /** Codes of the batches in flight: the next ping of a code waits for the result of the one before. */
  const codesInFlight = new Set<string>();

  /** Starts a batch once a turn of the event loop brings no further ping: fewer, larger batches. */
  function start(): void {
    if (isStarting || batchesInFlight >= maxBatchesInFlight) return;
    const isRecent = batchesInFlight > 0 && Number(now()) - begunAt < maxAloneMs;
    if (isRecent && pending.length < leastBesideAnother) return;
    isStarting = true;
    const gather = (known: number) => {
      setImmediate(() => {
        if (pending.length > known && pending.length < maxBatchSize) return gather(pending.length);
        isStarting = false;
        void writeNext();
      });
    };
    gather(0);
  }

  async function writeNext(): Promise<void> {
    const batch = takeBatch();
    if (batch.length === 0) return;
    batchesInFlight += 1;
    begunAt = Number(now());
    await writeBatch({ db, limit, onAlarm }, batch);
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
        pending.push({ ping, at: now(), isCounted: false, isLimited: false, resolve, reject });
        start();
      });
    },
  };
}

/** Where pings are written, and what limits them. */
interface Target {
  db: Database;
  limit: PingLimit;
  onAlarm: () => void;
}

/** Writes a batch and resolves or rejects its pings. If a client has been deleted, only the pings of that client fail. */
async function writeBatch(target: Target, batch: readonly PendingPing[]): Promise<void> {
  const unresolved = new Set(batch);
  try {
    const written = await recordUsualPings(target.db, batch);
    for (const entry of batch) if (written.has(entry.ping.code)) settle(unresolved, entry, 'recorded');
    await recordAll(target, unresolved);
  } catch (error) {
    const left = [...unresolved];
    // Without its monitor a change of status lacks its parent, and a ping lacks its slot.
    if (!['reference', 'missing'].includes(constraintErrorOf(error) ?? ''))
      await Promise.all(left.map((entry) => lose(target, entry, error)));
    else
      for (const entry of left)
        await recordAll(target, new Set([entry])).catch((reason: unknown) => lose(target, entry, reason));
  }
}

/** Notes the loss of a ping, takes its use of the limit back and rejects the ping. */
async function lose(
  { db, limit }: Target,
  { ping, at, isLimited, reject }: PendingPing,
  error: unknown,
): Promise<void> {
  rememberLostPing(db, ping, at);
  if (isLimited) await limit.giveBack(ping.code);
  reject(error);
}

function settle(unresolved: Set<PendingPing>, entry: PendingPing, outcome: PingOutcome): void {
  unresolved.delete(entry);
  entry.resolve(outcome);
}

/** Records pings that are not usual, with retries; removes each resolved ping from `unresolved`. */
async function recordAll({ db, limit, onAlarm }: Target, unresolved: Set<PendingPing>): Promise<void> {
  for (let attempt = 1; unresolved.size > 0; attempt += 1) {
    if (attempt > maxAttempts) throw new Error(`pings could not be recorded in ${maxAttempts} attempts`);
    const codes = [...unresolved].map(({ ping }) => ping.code);
    const monitors = await db.select().from(healthMonitors).where(isOneOf(healthMonitors.code, codes));
    const monitorOf = new Map(monitors.map((monitor) => [monitor.code, monitor]));
    const counted = await Promise.all(
      [...unresolved].map(async (entry) => {
        const monitor = monitorOf.get(entry.ping.code);
        return { entry, monitor, waitSeconds: await countToward(limit, entry, monitor) };
      }),
    );
    const allowed = counted.flatMap(({ entry, monitor, waitSeconds }) => {
      if (monitor && waitSeconds === 0) return [{ entry, monitor }];
      settle(unresolved, entry, waitSeconds > 0 ? { waitSeconds } : 'unknown');
      return [];
    });
    const missed = await recordPings(
      db,
      allowed.map(({ entry: { ping, at, isCounted }, monitor }) => ({ monitor, ping, at, isCounted })),
      onAlarm,
    );
    for (const { entry } of allowed) {
      entry.isCounted = true;
      if (!missed.has(entry.ping.code)) settle(unresolved, entry, 'recorded');
    }
  }
}

/** Counts a ping toward the limit of its code, once. Returns 0, or the seconds to wait over the limit. */
async function countToward(limit: PingLimit, entry: PendingPing, monitor: Monitor | undefined): Promise<number> {
  if (entry.isLimited) return 0;
  const waitSeconds = await limit.consume(entry.ping.code, previousOf(entry, monitor));
  entry.isLimited = waitSeconds === 0;
  return waitSeconds;
}

/** The time of the ping before, if that may have been a usual one, which was not counted. */
function previousOf({ at }: PendingPing, monitor: Monitor | undefined): Date | undefined {
  const last = Number(monitor?.lastPingAt ?? Number.NaN);
  return Math.abs(Number(at) - last) < restMs ? new Date(Math.min(last, Number(at))) : undefined;
}
