import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { DatabaseError } from '../database.ts';
import { connectExclusively, sqliteFile } from '../sqlite/open.ts';
import { makePrivateFile, makePrivateFolder } from '../sqlite/private-files.ts';
import { syncFile, syncFolder } from './files.ts';
import { requireKnownVersion } from './newest-migration.ts';

/**
 * Writes a snapshot of the folder's SQLite file into another file. The product may be running. Returns the size of the
 * copy in bytes. Throws a DatabaseError if there is no SQLite file.
 */
export async function backupSqlite(dataDir: string, file: string): Promise<number> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new DatabaseError(`There is no SQLite file ${source}.`);
  const connection = new Sqlite(source, { readonly: true, timeout: 10_000 });
  const draft = `${file}.part`;
  try {
    makePrivateFile(draft);
    // One step: if another process writes between two steps, SQLite starts again from the first page.
    await connection.backup(draft, { progress: ({ totalPages }) => totalPages });
    finishCopy(draft);
    syncFile(draft);
    renameSync(draft, file);
    syncFolder(file);
    return statSync(file).size;
  } finally {
    connection.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  }
}

/** Merges the write-ahead log into the copy and checks the whole copy. */
function finishCopy(file: string): void {
  const copy = new Sqlite(file);
  try {
    copy.pragma('journal_mode = DELETE');
    requireSound(copy, 'The copy');
  } finally {
    copy.close();
  }
}

/**
 * Replaces the folder's SQLite file with a backup. Returns the path under which the old file is kept, or null if there
 * was none. Throws a DatabaseError if the product is running, or if the backup is damaged or not of the product.
 */
export function restoreSqlite(dataDir: string, file: string, now: Date): string | null {
  const target = sqliteFile(dataDir);
  checkBackup(file);
  makePrivateFolder(dataDir);
  const draft = `${target}.part`;
  copyFileSync(file, draft);
  makePrivateFile(draft);
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
    throw isForeign ? new DatabaseError(`${file} is not a backup of this product: ${error.message}.`) : error;
  } finally {
    backup.close();
  }
}

function requireSound(connection: Sqlite.Database, what: string): void {
  const found = connection.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new DatabaseError(`${what} is damaged: ${found}.`);
}

/** Replaces the old file with the new one while a lock keeps other connections out. */
function exchange(draft: string, target: string, kept: string): string | null {
  const exists = existsSync(target);
  const old = exists ? lock(target) : null;
  try {
    // A readable file has no other files beside it now. A damaged file is kept together with its other files.
    for (const suffix of ['-wal', '-shm', ''])
      if (existsSync(target + suffix)) renameSync(target + suffix, kept + suffix);
    renameSync(draft, target);
    syncFolder(target);
  } finally {
    old?.close();
  }
  return exists ? kept : null;
}

/** Locks the old file and merges its write-ahead log into it. Null: the file is damaged. */
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
