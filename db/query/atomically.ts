import { castTo } from '../../contract/cast.ts';
import type { Database } from '../database.ts';
import { dialect } from '../dialect.ts';
import { violationOf } from './constraint-errors.ts';
import type { Statement, Transaction } from './statement.ts';

type Results<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/**
 * Runs the statements in one transaction, all or none, and returns their results in order.
 * They are a list and not a callback that awaits, because better-sqlite3 refuses a transaction that returns a promise.
 *
 * On Postgres other transactions run at the same time. Each statement sees what was committed before it began, and waits
 * for rows that another one has changed. A list that lost against another one is built and run again, so `build` must
 * do nothing but build. Lists with the same `turn` run one after the other: for what hangs on rows that are not there yet.
 */
export async function atomically<const Statements extends readonly Statement[]>(
  db: Database,
  build: (tx: Transaction) => Statements,
  turn?: string,
): Promise<Results<Statements>> {
  const results = dialect === 'postgres' ? await onPostgres(db, build, turn) : onSqlite(db, build);
  return castTo<Results<Statements>>(results);
}

// What Drizzle's SQLite builders offer beside `await`; the public types hide which of the two fits.
interface SyncStatement {
  config?: { returning?: unknown };
  all(): unknown;
  run(): unknown;
}

function onSqlite(db: Database, build: (tx: Transaction) => readonly Statement[]): unknown[] {
  return db.transaction((tx) =>
    build(tx).map((statement) => {
      const query = castTo<SyncStatement>(statement);
      return query.config?.returning ? query.all() : query.run();
    }),
  );
}

async function onPostgres(
  db: Database,
  build: (tx: Transaction) => readonly Statement[],
  turn: string | undefined,
): Promise<unknown[]> {
  const { runStatements } = await import('../postgres/transaction.ts');
  for (let run = 1; ; run += 1) {
    try {
      return await runStatements(db, build, turn);
    } catch (error) {
      if (run >= mostRuns(error)) throw error;
    }
  }
}

/** How often a list is run that ends with this error. */
function mostRuns(error: unknown): number {
  // Two transactions that waited for each other: Postgres has ended this one.
  if (error instanceof Error && 'code' in error && error.code === '40P01') return 5;
  // Somebody has written the same in between: the second run sees it.
  return violationOf(error) === 'unique' ? 2 : 1;
}
