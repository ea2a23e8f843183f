import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';

/** The database as every module sees it: Drizzle with SQLite's types, on Postgres too. */
export type Database = BetterSQLite3Database;

/** Builds the statements of a transaction. */
export type Transaction = Pick<Database, 'insert' | 'update' | 'delete'>;

/** A query that was built and has not run. */
export interface Statement<Result = unknown> extends PromiseLike<Result> {
  getSQL(): unknown;
  prepare(): { execute(): { sync(): unknown } };
}

/** An open database. */
export interface OpenDatabase {
  db: Database;
  /** Runs the work under a lock that all processes share which start on the same Postgres database. */
  withStartupLock<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Where the data is. */
export interface DatabasePlace {
  /** Folder of the SQLite file `vitrine.sqlite`. */
  dataDir: string;
  /** Address of the Postgres database; null: the SQLite file. */
  databaseUrl: string | null;
}

/** Callbacks for failures outside of a query. */
export interface DatabaseEvents {
  /** A connection to Postgres was lost. The next query opens another one. */
  onConnectionLost?(error: Error): void;
}

/** The database cannot be used. The message is one line for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
