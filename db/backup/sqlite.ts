import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { DatabaseError } from '../database.ts';
import { connectExclusively, sqliteFile } from '../sqlite/open.ts';
import { syncFile, syncFolder } from './files.ts';
import { requireKnownVersion } from './newest-migration.ts';

/**
 * Copies the SQLite file of a folder into another file as it is at this moment, also while the product writes to it.
 * Returns the size of the copy in bytes. Throws a DatabaseError when there is nothing to copy.
 */
export async function backupSqlite(dataDir: string, file: string): Promise<number> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new DatabaseError(`There is no SQLite file ${source}.`);
  const connection = new Sqlite(source, { readonly: true, timeout: 10_000 });
  const draft = `${file}.part`;
  try {
    // In one step: between two, another process may write, and then SQLite begins again from the first page.
    await connection.backup(draft, { progress: ({ totalPages }) => totalPages });
    settle(draft);
    syncFile(draft);
    renameSync(draft, file);
    syncFolder(file);
    return statSync(file).size;
  } finally {
    connection.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  }
}

/** Makes one file of a copy, without others beside it, and looks through all of it. */
function settle(file: string): void {
  const copy = new Sqlite(file);
  try {
    copy.pragma('journal_mode = DELETE');
    requireSound(copy, 'The copy');
  } finally {
    copy.close();
  }
}

/**
 * Puts a backup in the place of the folder's SQLite file, and keeps the file that was there under the name it returns
 * (null: there was none). Throws a DatabaseError when the product runs, or when the backup is damaged or not ours.
 */
export function restoreSqlite(dataDir: string, file: string, now: Date): string | null {
  const target = sqliteFile(dataDir);
  checkBackup(file);
  mkdirSync(dataDir, { recursive: true });
  const draft = `${target}.part`;
  copyFileSync(file, draft);
  syncFile(draft);
  try {
    return exchange(draft, target, `${target}.${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function checkBackup(file: string): void {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}.`);
  const backup = new Sqlite(file, { readonly: true });
  try {
    requireSound(backup, 'The backup');
    requireKnownVersion(
      'sqlite',
      Number(backup.prepare('select max(created_at) from __drizzle_migrations').pluck().get()),
    );
  } catch (error) {
    const isForeign = error instanceof Sqlite.SqliteError;
    throw isForeign ? new DatabaseError(`${file} is no backup of this product: ${error.message}.`) : error;
  } finally {
    backup.close();
  }
}

function requireSound(connection: Sqlite.Database, what: string): void {
  const found = connection.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new DatabaseError(`${what} is damaged: ${found}.`);
}

/** Puts the new file in the old one's place while nobody else can have the old one open. */
function exchange(draft: string, target: string, kept: string): string | null {
  const isThere = existsSync(target);
  const old = isThere ? lock(target) : null;
  try {
    // A file that SQLite can still read has nothing beside it by now; one that it cannot is kept with what there is.
    for (const suffix of ['-wal', '-shm', ''])
      if (existsSync(target + suffix)) renameSync(target + suffix, kept + suffix);
    renameSync(draft, target);
    syncFolder(target);
  } finally {
    old?.close();
  }
  return isThere ? kept : null;
}

/** Locks a file that is about to go, with what stands in its write-ahead log put into it; null: it is damaged. */
function lock(file: string): Sqlite.Database | null {
  try {
    const old = connectExclusively(file);
    old.pragma('wal_checkpoint(TRUNCATE)');
    old.pragma('journal_mode = DELETE');
    return old;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return null;
    throw error;
  }
}
