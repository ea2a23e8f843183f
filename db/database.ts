import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type * as schema from './schema/index.ts';

/** The database as every module sees it: Drizzle with SQLite's types, whichever server stands behind it. */
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
