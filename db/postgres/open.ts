import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Database, DatabaseError, type DatabaseEvents, type OpenDatabase } from '../database.ts';
import { passPostgresErrors } from '../drizzle-internals.ts';
import { faultOf } from '../faults.ts';
import { newestAppliedMigration, newestKnownMigration } from '../migrations/version.ts';
import { contentRevision } from '../schema/content.ts';
import { faultyDatabase, unusableDatabase } from './errors.ts';
import { databaseOn, inTransaction, takeLock } from './transaction.ts';

/** Connections of one process. All processes together must stay below the server's `max_connections`. */
const maxConnections = 10;
/** How long a query waits for a connection. A request fails after that instead of waiting for a server that is gone. */
const connectionTimeoutMs = 10_000;
/** How long a process that has vanished from the network holds its locks. */
const idleTransactionTimeoutMs = 60_000;
/** PostgreSQL 13, as `server_version_num` counts. */
const oldestVersion = 130_000;

/**
 * Opens a Postgres database and applies the migrations it lacks. Processes that start together take turns. With `pipeline` a
 * connection sends a query without waiting for the one before; streams of COPY need a connection without.
 */
export async function openPostgres(
  url: string,
  { onConnectionLost }: DatabaseEvents,
  { pipeline = true } = {},
): Promise<OpenDatabase> {
  passPostgresErrors();
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    pipeline,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'vitrine',
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  });
  // Without listeners a lost connection ends the process. The pool repeats the error of each connection.
  pool.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)));
  pool.on('error', () => {});
  const withStartupLock: OpenDatabase['withStartupLock'] = (work) => underStartupLock(pool, work);
  try {
    await checkServer(pool);
    const db = databaseOn(pool);
    await withStartupLock(async () => {
      const applied = await appliedMigration(db);
      const known = newestKnownMigration();
      if (applied > known) throw faultyDatabase('newer');
      if (applied < known) await applyMigrations(pool);
      const isNew = applied === 0;
      if (isNew) await db.insert(contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
      else if ((await db.select().from(contentRevision)).length === 0) throw faultyDatabase('emptied');
    });
    return { db, withStartupLock, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    const fault = error instanceof DatabaseError ? null : faultOf(error);
    throw fault === null ? error : faultyDatabase(fault, error);
  }
}

async function applyMigrations(pool: pg.Pool): Promise<void> {
  const { migrate } = await import('drizzle-orm/node-postgres/migrator');
  await migrate(drizzle(pool, { casing: 'snake_case' }), {
    migrationsFolder: join(import.meta.dirname, '..', 'migrations', 'postgres'),
  });
}

/** Time of the newest applied migration; 0 for a new database, which has no list of migrations. */
async function appliedMigration(db: Database): Promise<number> {
  try {
    return await newestAppliedMigration(db);
  } catch (error) {
    if (faultOf(error) === 'emptied') return 0;
    throw error;
  }
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    .catch((error: unknown) => {
      throw unusableDatabase(error);
    });
  const [server] = rows;
  if (Number(server?.version) < oldestVersion)
    throw new DatabaseError('The database of DATABASE_URL must be on PostgreSQL 13 or newer.');
  if (server?.encoding !== 'UTF8')
    throw new DatabaseError(`The database of DATABASE_URL must have the encoding UTF8, not ${server?.encoding}.`);
}

/** Holds the startup lock in a transaction: unlike a session's lock, it works through a pooler that shares connections. */
function underStartupLock<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await takeLock(client, 'start');
    return work();
  });
}
