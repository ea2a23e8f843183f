import type { QueryConfigValues } from 'pg';
import type { Database } from '../database.ts';
import { retryOnConflict } from '../query/atomically.ts';
import { poolOf } from './transaction.ts';

/** A statement that Postgres parses and plans once for each connection. */
export interface PreparedStatement {
  /** Belongs to this text alone. */
  name: string;
  text: string;
}

/**
 * Runs a statement as a transaction of its own, in one round trip, and returns the values of its rows. A statement that loses
 * a deadlock runs again.
 */
export async function runPrepared(
  db: Database,
  statement: PreparedStatement,
  values: QueryConfigValues<unknown[]>,
): Promise<unknown[][]> {
  const pool = poolOf(db);
  try {
    return await retryOnConflict(async () => {
      const { rows } = await pool.query<unknown[]>({ ...statement, values, rowMode: 'array' });
      return rows;
    });
  } catch (error) {
    // The detail has rows, which logs must not show (db/drizzle-internals.ts).
    if (error instanceof Error && 'detail' in error) delete error.detail;
    throw error;
  }
}
