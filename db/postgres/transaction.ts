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
  return inTransaction(poolOf(db), (client) => work(databaseOf(client), client));
}

/** The database on a connection of the pool. */
function databaseOf(client: pg.PoolClient): Database {
  const known = onConnection.get(client) ?? databaseOn(client);
  onConnection.set(client, known);
  return known;
}

/** The pool of an open database. */
export function poolOf(db: Database): pg.Pool {
  if (!('$client' in db && db.$client instanceof pg.Pool)) throw new TypeError('the database has no pool');
  return db.$client;
}

/**
 * Runs the statements in one transaction, under the lock if there is a name, and returns their results in order. After
 * `begin` they and the commit are sent at once, because none needs the result of another: a round trip for each would take
 * longer than most statements. The server runs them one after the other; after an error it skips the rest and rolls back.
 */
export async function runStatements(
  db: Database,
  build: (tx: Transaction) => readonly Statement[],
  lockName: string | undefined,
): Promise<unknown[]> {
  const client = await poolOf(db).connect();
  let isUsable = false;
  try {
    const tx = databaseOf(client);
    const statements = build(tx);
    // A statement that was built with `db` would run outside of the transaction.
    if (statements.some((statement) => sessionOf(statement) !== sessionOf(tx)))
      throw new TypeError('a statement of a transaction must be built with the transaction');
    // Without a transaction each statement would be committed alone, so the others wait for the answer.
    await client.query('begin');
    const lock = lockName === undefined ? undefined : takeLock(client, lockName);
    // `execute` sends its query before it returns.
    const results = statements.map((statement) => statement.prepare().execute());
    const ended = await Promise.allSettled([lock, ...results, client.query('commit')]);
    isUsable = ended.at(-1)?.status === 'fulfilled';
    return ended.map(resultOf).slice(1, -1);
  } finally {
    client.release(!isUsable);
  }
}

/** The value of work that has ended; throws the error of work that failed. */
function resultOf(ended: PromiseSettledResult<unknown>): unknown {
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}
