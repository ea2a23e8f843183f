import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { DatabaseError, type OpenDatabase } from '../database.ts';
import { contentRevision } from '../schema/content.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';

const pragmas = [
  'journal_mode = WAL',
  // An acknowledged write survives a power cut, not only a crash of this process.
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  // Pages. Pings change many pages that soon change again; each checkpoint would write all of them.
  'wal_autocheckpoint = 8000',
  // KiB: room for the indexes of many servers.
  'cache_size = -32000',
];

/** Path of the SQLite file. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'vitrine.sqlite');
}

/** Opens the SQLite file of the folder. Creates folder and file if they are missing. */
export async function openSqlite(dataDir: string): Promise<OpenDatabase> {
  makePrivateFolder(dataDir);
  makePrivateFile(sqliteFile(dataDir));
  return open(new Sqlite(sqliteFile(dataDir)));
}

/**
 * Opens the existing SQLite file of the folder and keeps all other connections out. Throws a DatabaseError if the file is
 * missing or in use.
 */
export async function openSqliteExclusively(dataDir: string): Promise<OpenDatabase> {
  return open(connectExclusively(sqliteFile(dataDir)));
}

/** Connects to a SQLite file and keeps all other connections out. Throws a DatabaseError if the file is missing or in use. */
export function connectExclusively(file: string): Sqlite.Database {
  if (!existsSync(file)) throw new DatabaseError(`There is no SQLite file ${file}.`);
  const connection = new Sqlite(file, { timeout: 0 });
  try {
    // In this mode the first access takes a lock that any other open connection prevents, an idle one too.
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
  const db = drizzle(connection, { casing: 'snake_case' });
  migrate(db, { migrationsFolder: join(import.meta.dirname, '..', 'migrations', 'sqlite') });
  await db.insert(contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
  // One process uses the file, so the startup lock is free.
  return { db, withStartupLock: (work) => work(), close: async () => void connection.close() };
}
