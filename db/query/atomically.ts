import { castTo } from '../../contract/cast.ts';
import type { Database, Statement, Transaction } from '../database.ts';
import { dialect } from '../dialect.ts';
import { constraintErrorOf } from './constraint-errors.ts';
import { transactionEnded } from './content-writes.ts';

type Results<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/**
 * Runs the statements in one transaction, all or none, and returns their results in order.
 * Statements are a list and not a callback that awaits, because better-sqlite3 refuses a transaction that returns a
 * promise.
 *
 * On Postgres transactions run at the same time. Each statement sees what was committed before the statement began, and
 * waits for rows that another transaction has changed. A list that loses a deadlock or meets a row that was just written
 * is built and run again, so `build` must have no other effect. Lists with the same `lockName` run one after the other:
 * use a lock if a write depends on rows that do not exist yet.
 */
export async function atomically<const Statements extends readonly Statement[]>(
  db: Database,
  build: (tx: Transaction) => Statements,
  lockName?: string,
): Promise<Results<Statements>> {
  let statements: readonly Statement[] = [];
  const buildAndKeep = (tx: Transaction) => {
    statements = build(tx);
    return statements;
  };
  try {
    const results = dialect === 'postgres' ? await onPostgres(db, buildAndKeep, lockName) : onSqlite(db, buildAndKeep);
    // A list that is mapped loses the types of its items.
    return castTo<Results<Statements>>(results);
  } finally {
    transactionEnded(statements);
  }
}

function onSqlite(db: Database, build: (tx: Transaction) => readonly Statement[]): unknown[] {
  return db.transaction((tx) => build(tx).map((statement) => statement.prepare().execute().sync()));
}

async function onPostgres(
  db: Database,
  build: (tx: Transaction) => readonly Statement[],
  lockName: string | undefined,
): Promise<unknown[]> {
  const { runStatements } = await import('../postgres/transaction.ts');
  return retryOnConflict(() => runStatements(db, build, lockName));
}

/** Runs a transaction again that lost a deadlock or met a row that was just written. */
export async function retryOnConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxAttempts(error)) throw error;
    }
  }
}

/** How often a list runs at most if its run ends with this error. */
function maxAttempts(error: unknown): number {
  // Deadlock: Postgres has ended this transaction in favour of another one.
  if (error instanceof Error && 'code' in error && error.code === '40P01') return 5;
  // Another transaction has just written the same key. The second attempt sees the row.
  return constraintErrorOf(error) === 'unique' ? 2 : 1;
}
