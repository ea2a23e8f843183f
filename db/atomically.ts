import { castTo } from '../contract/cast.ts';
import type { Database } from './open.ts';

/** A query that has been built but not run. */
export interface Statement<Result = unknown> extends PromiseLike<Result> {
  getSQL(): unknown;
}

type Results<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

// What Drizzle's SQLite builders offer beside `await`; the public types hide which of the two fits.
interface SyncStatement {
  config?: { returning?: unknown };
  all(): unknown;
  run(): unknown;
}

/**
 * Runs the statements in one transaction, all or none, and returns their results in order.
 * They are a list and not a callback that awaits, because better-sqlite3 refuses a transaction that returns a promise.
 */
export async function atomically<const Statements extends readonly Statement[]>(
  db: Database,
  build: (tx: Pick<Database, 'insert' | 'update' | 'delete'>) => Statements,
): Promise<Results<Statements>> {
  return db.transaction((tx) => {
    const results = build(tx).map((statement) => {
      const query = castTo<SyncStatement>(statement);
      return query.config?.returning ? query.all() : query.run();
    });
    return castTo<Results<Statements>>(results);
  });
}
