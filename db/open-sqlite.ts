import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { OpenDatabase } from './open.ts';
import * as schema from './schema/index.ts';

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

/** Opens the SQLite file of the folder. */
export async function openSqlite(dataDir: string): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const connection = new Sqlite(join(dataDir, 'vitrine.sqlite'));
  for (const pragma of pragmas) connection.pragma(pragma);
  const db = drizzle(connection, { schema, casing: 'snake_case' });
  migrate(db, { migrationsFolder: join(import.meta.dirname, 'migrations', 'sqlite') });
  await db.insert(schema.contentRevision).values({ id: 1, revision: 1 }).onConflictDoNothing();
  // One process has the file: there is nobody to wait for.
  return { db, alone: (work) => work(), close: async () => void connection.close() };
}
