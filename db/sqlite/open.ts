import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { DatabaseError, type OpenDatabase } from '../database.ts';
import * as schema from '../schema/index.ts';

const pragmas = [
  'journal_mode = WAL',
  // An acknowledged write survives a power cut, not only a crash of this process.
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  // Pages: reports of servers touch many that are written again soon; each checkpoint would write them all.
  'wal_autocheckpoint = 8000',
  // Kibibytes: the indexes of many servers.
  'cache_size = -32000',
];

/** Where the SQLite file is. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'vitrine.sqlite');
}

/** Opens the SQLite file of the folder. */
export async function openSqlite(dataDir: string): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true });
  return open(new Sqlite(sqliteFile(dataDir)));
}

/**
 * Opens the SQLite file of the folder, which must be there, so that nobody else can have it open. Throws a DatabaseError
 * while somebody has.
 */
export async function openSqliteAlone(dataDir: string): Promise<OpenDatabase> {
  return open(connectAlone(sqliteFile(dataDir)));
}

/** A connection to a SQLite file that shuts all others out until it is closed. Throws a DatabaseError when there are others. */
export function connectAlone(file: string): Sqlite.Database {
  if (!existsSync(file)) throw new DatabaseError(`There is no SQLite file ${file}.`);
  const connection = new Sqlite(file, { timeout: 0 });
  try {
    // In this mode the first access takes a lock that every open connection stands in the way of, also an idle one.
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('begin exclusive; commit');
    return connection;
  } catch (error) {
    connection.close();
    const isBusy = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
    throw isBusy ? new DatabaseError(`${file} is in use: stop the product first.`) : error;
  }
}

async function open(connection: Sqlite.Database): Promise<OpenDatabase> {
  for (const pragma of pragmas) connection.pragma(pragma);
  const db = drizzle(connection, { schema, casing: 'snake_case' });
  migrate(db, { migrationsFolder: join(import.meta.dirname, '..', 'migrations', 'sqlite') });
  await db.insert(schema.contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
  // One process has the file: there is nobody to wait for.
  return { db, alone: (work) => work(), close: async () => void connection.close() };
}
