import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { castTo } from '../../contract/cast.ts';
import { type Database, DatabaseError, type DatabaseEvents, type OpenDatabase } from '../database.ts';
import * as schema from '../schema/index.ts';
import { cannotBeUsed, plainQueryErrors } from './errors.ts';
import { inTransaction, waitForTurn } from './transaction.ts';

/** Connections of one process. All processes together must stay below the server's `max_connections`. */
const mostConnections = 10;
/** Longest wait for a connection, in milliseconds: a request is refused rather than kept waiting for a server that is gone. */
const connectionPatience = 10_000;
/** A process that has vanished from the network holds its locks no longer than this, in milliseconds. */
const idleTransaction = 60_000;
/** PostgreSQL 13, as `server_version_num` counts. */
const oldestVersion = 130_000;

/** Opens a Postgres database; its tables are made by whoever starts first. */
export async function openPostgres(url: string, { onConnectionLost }: DatabaseEvents): Promise<OpenDatabase> {
  plainQueryErrors();
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectionPatience,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'vitrine',
    idle_in_transaction_session_timeout: idleTransaction,
  });
  // A lost connection would end the process if nobody listened, to each of them and to the pool, which repeats it.
  pool.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)));
  pool.on('error', () => {});
  const alone: OpenDatabase['alone'] = (work) => inTurn(pool, work);
  try {
    await checkServer(pool);
    // Outside, everything is written against SQLite's types; the queries are the same.
    const db = castTo<Database>(drizzle(pool, { schema, casing: 'snake_case' }));
    await alone(async () => {
      await migrate(castTo<Parameters<typeof migrate>[0]>(db), {
        migrationsFolder: join(import.meta.dirname, '..', 'migrations', 'postgres'),
      });
      await db.insert(schema.contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
    });
    return { db, alone, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    .catch((error: unknown) => {
      throw cannotBeUsed(error);
    });
  const [server] = rows;
  if (Number(server?.version) < oldestVersion)
    throw new DatabaseError('The database of DATABASE_URL must be on PostgreSQL 13 or newer.');
  if (server?.encoding !== 'UTF8')
    throw new DatabaseError(`The database of DATABASE_URL must have the encoding UTF8, not ${server?.encoding}.`);
}

/** Has the turn of starts in a transaction of its own, which also works through a pooler that shares connections. */
function inTurn<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await waitForTurn(client, 'start');
    return work();
  });
}
