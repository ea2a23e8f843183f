import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Opens the SQLite file (created with its folder when missing) and applies the migrations it has not seen. */
export async function openDatabase(file: string): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true });
  const connection = new Sqlite(file);
  // FULL: an acknowledged write survives a power cut, not only a crash of this process.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000']) {
    connection.pragma(pragma);
  }
  const db = drizzle(connection, { schema, casing: 'snake_case' });
  migrate(db, { migrationsFolder: join(import.meta.dirname, 'migrations', 'sqlite') });
  await db.insert(schema.contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
  return { db, close: async () => void connection.close() };
}
