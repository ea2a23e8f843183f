import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { dialect } from './dialect.ts';
import type * as schema from './schema/index.ts';

/** The database as every room sees it: Drizzle with SQLite's types, whichever server stands behind it. */
export type Database = BetterSQLite3Database<typeof schema>;

/** An open database and how to close it. */
export interface OpenDatabase {
  db: Database;
  /** Runs the work while no other process that starts on the same Postgres database does its own. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Where the data is. */
export interface DatabasePlace {
  /** Folder of the SQLite file `vitrine.sqlite`. */
  dataDir: string;
  /** The Postgres database; null: the SQLite file. */
  databaseUrl: string | null;
}

/** What to do about trouble that no query of ours is there to report. */
export interface DatabaseEvents {
  /** A connection to Postgres was lost; the next query opens another one. */
  onConnectionLost?(error: Error): void;
}

/** The database cannot be used as it is; the message is the one line an operator reads. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Opens the database (the SQLite file is made with its folder when missing) and applies the migrations it has not seen.
 * Throws a DatabaseError when Postgres cannot be reached or does not fit.
 */
export async function openDatabase(place: DatabasePlace, events: DatabaseEvents = {}): Promise<OpenDatabase> {
  // The tables are made for one dialect when they are loaded.
  if ((dialect === 'postgres') !== (place.databaseUrl !== null))
    throw new TypeError('DATABASE_URL must be in the environment when the program starts');
  if (place.databaseUrl === null) return (await import('./open-sqlite.ts')).openSqlite(place.dataDir);
  return (await import('./open-postgres.ts')).openPostgres(place.databaseUrl, events);
}
