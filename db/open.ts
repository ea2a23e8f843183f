import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import * as schema from './schema/index.ts';

/** The database as every room sees it: Drizzle with SQLite's types, whichever server stands behind it. */
export type Database = BetterSQLite3Database<typeof schema>;

/** An open database and how to close it. */
export interface OpenDatabase {
  db: Database;
  close(): Promise<void>;
}

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

/** Where the data is. */
export interface DatabasePlace {
  /** Folder of the SQLite file `vitrine.sqlite`. */
  dataDir: string;
  /** The Postgres database; null: the SQLite file. */
  databaseUrl: string | null;
}

/** Opens the database (the SQLite file is made with its folder when missing) and applies the migrations it has not seen. */
export async function openDatabase({ dataDir }: DatabasePlace): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const connection = new Sqlite(join(dataDir, 'vitrine.sqlite'));
  for (const pragma of pragmas) connection.pragma(pragma);
  const db = drizzle(connection, { schema, casing: 'snake_case' });
  migrate(db, { migrationsFolder: join(import.meta.dirname, 'migrations', 'sqlite') });
  await db.insert(schema.contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
  return { db, close: async () => void connection.close() };
}
