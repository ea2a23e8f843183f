import type { Database } from '../../db/database.ts';
import { extendDeadlines, extendDeadlinesOf } from './extend-deadlines.ts';
import type { Ping } from './ping.ts';

// A ping that could not be written is not the server's fault. The database cannot record the loss while it is down, so
// the process remembers the codes until the next time at which the database answers.

/** Pings of this process that the database did not take. */
interface LostPings {
  /** When the first one arrived. */
  since: Date;
  codes: Set<string>;
}

/** Codes remembered at most. With more, every deadline in the time of the loss is extended. */
const maxCodes = 10_000;

const lostByDatabase = new WeakMap<Database, LostPings>();

/** Remembers a ping that could not be written. A lost failure is not remembered: its server deserves an alarm. */
export function rememberLostPing(db: Database, { code, kind }: Pick<Ping, 'code' | 'kind'>, at: Date): void {
  if (kind === 'failure') return;
  const lost = lostByDatabase.get(db) ?? { since: at, codes: new Set() };
  lostByDatabase.set(db, lost);
  // One code above the limit marks the loss as too large to list.
  if (lost.codes.size <= maxCodes) lost.codes.add(code);
}

/**
 * Extends the deadlines of the servers whose pings were lost. It runs before every record that this process listens: the
 * sweep judges deadlines only up to that record, so a lost ping raises no alarm in between.
 */
export async function extendLostPings(db: Database, now: Date): Promise<void> {
  const lost = lostByDatabase.get(db);
  if (!lost) return;
  // Pings that are lost from now on belong to the next call.
  lostByDatabase.delete(db);
  const { since, codes } = lost;
  try {
    await (codes.size > maxCodes ? extendDeadlines(db, since, now) : extendDeadlinesOf(db, [...codes], since, now));
  } catch (error) {
    for (const code of codes) rememberLostPing(db, { code, kind: 'success' }, since);
    const merged = lostByDatabase.get(db);
    if (merged && merged.since > since) merged.since = since;
    throw error;
  }
}
