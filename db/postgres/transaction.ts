import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Statement, Transaction } from '../database.ts';
import { sessionOf, withSqliteTypes } from '../drizzle-internals.ts';

/**
 * Runs the work on one connection in a transaction. Drizzle's own transaction keeps a connection that is lost at the
 * wrong moment; this one returns a working connection to the pool and closes a broken one.
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
    // If the rollback fails, the connection is closed, which rolls back too.
    isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/** Waits for the lock of that name, which all processes share, and holds it until the transaction ends. */
export async function takeLock(client: pg.PoolClient, lockName: string): Promise<void> {
  const number = createHash('sha256').update(`vitrine ${lockName}`).digest().readBigInt64BE();
  await client.query('select pg_advisory_xact_lock($1)', [number]);
}

/** The database on a pool or a connection. */
export function databaseOn(client: pg.Pool | pg.PoolClient): Database {
  return withSqliteTypes(drizzle(client, { casing: 'snake_case' }));
}

/** Databases on single connections: the pool uses a connection again, and a new database would not know any column yet. */
const onConnection = new WeakMap<pg.PoolClient, Database>();

/** Runs the work on one connection in a transaction. `tx` is the database on this connection. */
export function inDatabaseTransaction<Result>(
  db: Database,
  work: (tx: Database, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(poolOf(db), async (client) => {
    const tx = onConnection.get(client) ?? databaseOn(client);
    onConnection.set(client, tx);
    return work(tx, client);
  });
}

/** The pool of an open database. */
export function poolOf(db: Database): pg.Pool {
  if (!('$client' in db && db.$client instanceof pg.Pool)) throw new TypeError('the database has no pool');
  return db.$client;
}

/** Runs the statements in one transaction, under the lock if there is a name, and returns their results in order. */
export function runStatements(
  db: Database,
  build: (tx: Transaction) => readonly Statement[],
  lockName: string | undefined,
): Promise<unknown[]> {
  return inDatabaseTransaction(db, async (tx, client) => {
    if (lockName !== undefined) await takeLock(client, lockName);
    const results: unknown[] = [];
    for (const statement of build(tx)) {
      // A statement that was built with `db` would run outside of the transaction.
      if (sessionOf(statement) !== sessionOf(tx))
        throw new TypeError('a statement of a transaction must be built with the transaction');
      results.push(await statement);
    }
    return results;
  });
}
