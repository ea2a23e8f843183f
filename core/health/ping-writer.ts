import type { Database } from '../../db/database.ts';
import { violationOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { letOthersRun } from '../../db/query/yield-to-event-loop.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { Hit } from './ping.ts';
import { recordHits } from './record-pings.ts';

/** Records reports; many that come in together share one transaction. */
export interface HitBatch {
  /** True once the report is on disk, false when nobody has this code; throws when it could not be written. */
  record(hit: Hit): Promise<boolean>;
}

interface Waiting {
  hit: Hit;
  /** When it came in. */
  at: Date;
  /** It is on disk, and something that follows from it is not yet. */
  isCounted: boolean;
  resolve(isKnown: boolean): void;
  reject(error: unknown): void;
}

/** Reports of one transaction; more wait for the next one. */
const mostInBatch = 400;
/** How often a report is tried when somebody else changes its monitor at the same moment. */
const mostTries = 5;

/** The batch of this process. A report that comes in while one is written waits for the next. */
export function createHitBatch(db: Database, now: () => Date): HitBatch {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = take();
      try {
        await writeBatch(db, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // Lets requests in that arrived meanwhile, so that they share the next transaction.
      await letOthersRun();
    }
    isWriting = false;
  }

  /** The oldest reports, at most one of each code: the second follows from what the first one did. */
  function take(): Waiting[] {
    const codes = new Set<string>();
    const [batch, later]: [Waiting[], Waiting[]] = [[], []];
    for (const entry of waiting) {
      if (batch.length >= mostInBatch || codes.has(entry.hit.code)) later.push(entry);
      else {
        codes.add(entry.hit.code);
        batch.push(entry);
      }
    }
    waiting = later;
    return batch;
  }

  return {
    record(hit) {
      return new Promise((resolve, reject) => {
        waiting.push({ hit, at: now(), isCounted: false, resolve, reject });
        if (isWriting) return;
        isWriting = true;
        setImmediate(() => void write());
      });
    },
  };
}

/** Writes reports and answers them. One of a client that is deleted at this moment must not take the others with it. */
async function writeBatch(db: Database, batch: readonly Waiting[]): Promise<void> {
  const left = new Set(batch);
  try {
    await record(db, left);
  } catch (error) {
    if (violationOf(error) !== 'reference') throw error;
    for (const entry of [...left]) await record(db, new Set([entry])).catch(entry.reject);
  }
}

/** Records reports until none is left; those that are answered go. */
async function record(db: Database, left: Set<Waiting>): Promise<void> {
  for (let tries = 1; left.size > 0; tries += 1) {
    if (tries > mostTries) throw new Error(`reports could not be recorded in ${mostTries} tries`);
    const byCode = new Map([...left].map((entry) => [entry.hit.code, entry]));
    const monitors = await db
      .select()
      .from(healthMonitors)
      .where(isOneOf(healthMonitors.code, [...byCode.keys()]));
    const known = monitors.flatMap((monitor) => {
      const entry = byCode.get(monitor.code);
      return entry ? [{ monitor, hit: entry.hit, at: entry.at, isCounted: entry.isCounted }] : [];
    });
    const missed = await recordHits(db, known);
    const found = new Set(monitors.map(({ code }) => code));
    for (const entry of left) {
      const { code } = entry.hit;
      entry.isCounted = found.has(code);
      if (missed.has(code)) continue;
      left.delete(entry);
      entry.resolve(found.has(code));
    }
  }
}
