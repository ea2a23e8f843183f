import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import type { ArrivedPing } from './ping.ts';

type Write = (db: Database, pings: readonly ArrivedPing[], latest: Date) => Promise<ReadonlySet<string>>;

let loading: Promise<{ writeUsualPings: Write }> | undefined;

/**
 * Writes the usual pings in one transaction and returns their codes; other pings change nothing. Each code may occur once.
 *
 * Nearly every ping is usual: the success of an online server without a run, and the server's first ping for `restMs`. Such a
 * ping is within its limit, and its effect depends on the server's row alone.
 */
export async function recordUsualPings(db: Database, pings: readonly ArrivedPing[]): Promise<ReadonlySet<string>> {
  const successes = pings.filter(({ ping }) => ping.kind === 'success');
  const [first] = successes;
  if (!first) return new Set();
  // The pings of a batch are milliseconds apart: the latest time counts for the deadlines of all.
  const latest = successes.reduce((last, { at }) => (at > last ? at : last), first.at);
  // Kept: each `import()` of a loaded module resolves its path again.
  loading ??= dialect === 'postgres' ? import('./usual-pings-postgres.ts') : import('./usual-pings-sqlite.ts');
  const { writeUsualPings } = await loading;
  return writeUsualPings(db, successes, latest);
}
