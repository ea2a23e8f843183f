import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DatabaseError } from '../database.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';

/** Processes that may use the folder at the same time: one, or several that share their jobs in Redis. */
export type FolderUse = 'one process' | 'several processes';

/**
 * Locks the folder of the SQLite file until the returned function is called or the process ends, even by `kill -9`: the
 * operating system holds the lock, on an empty file beside the database. Throws a DatabaseError if another process uses
 * the folder.
 */
export function lockFolder(dataDir: string, use: FolderUse): () => void {
  makePrivateFolder(dataDir);
  const file = join(dataDir, 'vitrine.lock');
  // Closing any handle of a locked file would release the lock, so an existing file is not touched.
  if (!existsSync(file)) makePrivateFile(file);
  const connection = new Sqlite(file, { timeout: 0 });
  try {
    // A transaction that is never committed holds the lock. A journal on disk would only have to be removed.
    connection.pragma('journal_mode = MEMORY');
    connection.exec(use === 'one process' ? 'begin exclusive' : 'begin; select count(*) from sqlite_master');
  } catch (error) {
    connection.close();
    const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (!isBusy) throw error;
    throw new DatabaseError(
      `DATA_DIR ${dataDir} is in use by another process of the product: stop that process first, or set REDIS_URL for both to run several.`,
    );
  }
  return () => void connection.close();
}
