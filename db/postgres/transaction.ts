import { createHash } from 'node:crypto';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session';
import type { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../database.ts';
import type { Statement, Transaction } from '../query/statement.ts';

/**
 * Runs the work on one connection in a transaction. Drizzle's own keeps a connection for good when it is lost at the
 * wrong moment; this one gives back what still works and ends what does not.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    isUsable = true;
    return result;
  } catch (error) {
    // A connection that cannot even undo is closed, which undoes too.
    isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/** Waits until no other transaction of any process has this turn, and has it until the end of this one. */
export async function waitForTurn(client: pg.PoolClient, turn: string): Promise<void> {
  const number = createHash('sha256').update(`vitrine ${turn}`).digest().readBigInt64BE();
  await client.query('select pg_advisory_xact_lock($1)', [number]);
}

// What Drizzle's objects have beside their public types.
interface Inside {
  $client: pg.Pool;
  dialect: PgDialect;
  session: unknown;
}

/** Runs the work on one connection in a transaction, with a database whose queries belong to it. */
export function inDatabaseTransaction<Result>(
  db: Database,
  work: (tx: Database, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const { $client: pool, dialect } = castTo<Inside>(db);
  return inTransaction(pool, async (client) => {
    const session = new NodePgSession(client, dialect, undefined);
    return work(castTo<Database>(new NodePgTransaction(dialect, session, undefined)), client);
  });
}

/** Runs the statements in one transaction and returns their results in order; those with the same turn not at once. */
export function runStatements(
  db: Database,
  build: (tx: Transaction) => readonly Statement[],
  turn: string | undefined,
): Promise<unknown[]> {
  return inDatabaseTransaction(db, async (tx, client) => {
    if (turn !== undefined) await waitForTurn(client, turn);
    const { session } = castTo<Inside>(tx);
    const results: unknown[] = [];
    for (const statement of build(tx)) {
      // One that was built with the database itself would run outside, at once and for good.
      if (castTo<Inside>(statement).session !== session)
        throw new TypeError('a statement of a transaction must be built with the transaction');
      results.push(await statement);
    }
    return results;
  });
}
