import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { DatabaseError } from '../database.ts';
import { requireKnownVersion } from '../migrations/version.ts';
import { connectExclusively, explained, sqliteFile, unusable } from '../sqlite/open.ts';
import { makePrivateFile } from '../sqlite/private-files.ts';
import { lockFolder } from '../sqlite/process-lock.ts';
import { syncFile, syncFolder } from './files.ts';

/**
 * Writes a snapshot of the folder's SQLite file into another file. The product may be running. Returns the size of the
 * copy in bytes. Throws a DatabaseError if there is no SQLite file, or if the file is locked for longer than `timeoutMs`.
 */
export async function backupSqlite(dataDir: string, file: string, timeoutMs = 10_000): Promise<number> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new DatabaseError(`There is no SQLite file ${source}.`);
  const draft = `${file}.part`;
  const connection = await explained(source, () => openSource(source, timeoutMs));
  try {
    // An error names the file that has the fault: the source is only read, the copy is new.
    await explained(file, async () => {
      removeDraft(draft);
      makePrivateFile(draft);
      // One step: if another process writes between two steps, SQLite starts again from the first page.
      await connection.backup(draft, { progress: ({ totalPages }) => totalPages });
    });
    await explained(source, async () => finishCopy(draft, source));
    await explained(file, async () => {
      syncFile(draft);
      renameSync(draft, file);
      syncFolder(file);
    });
    return statSync(file).size;
  } finally {
    connection.close();
    removeDraft(draft);
  }
}

/** Removes a draft with SQLite's files beside it: SQLite would apply the log or the journal of an older draft. */
function removeDraft(draft: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
}

async function openSource(source: string, timeout: number): Promise<Sqlite.Database> {
  const connection = new Sqlite(source, { readonly: true, timeout });
  try {
    const tables = connection.prepare('select count(*) from sqlite_master').pluck().get();
    if (tables === 0) throw unusable(source, 'emptied');
    return connection;
  } catch (error) {
    connection.close();
    if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
    throw new DatabaseError(
      `${source} is locked by a restore, by a copy, or by a product that was started on a full disk: restart the product.`,
    );
  }
}

/** Merges the write-ahead log into the copy and checks the whole copy. */
function finishCopy(file: string, source: string): void {
  const copy = new Sqlite(file);
  try {
    copy.pragma('journal_mode = DELETE');
    requireSound(copy, source);
  } finally {
    copy.close();
  }
}

/**
 * Replaces the folder's SQLite file with a backup. Returns the path under which the old file is kept, or null if there
 * was none. Throws a DatabaseError if the product is running, or if the backup is damaged or not of the product.
 */
export function restoreSqlite(dataDir: string, file: string, now: Date): string | null {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}.`);
  const target = sqliteFile(dataDir);
  // Also keeps out a process that has a damaged file open, which no lock on that file would show.
  const unlockFolder = lockFolder(dataDir, 'one process');
  const draft = `${target}.part`;
  try {
    removeDraft(draft);
    // The backup may be a file that a person copied together with its write-ahead log.
    for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) copyFileSync(file + suffix, draft + suffix);
    makePrivateFile(draft);
    checkBackup(draft, file);
    syncFile(draft);
    return exchange(draft, target, `${target}.${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  } finally {
    removeDraft(draft);
    unlockFolder();
  }
}

/** Merges the write-ahead log into the copied backup; throws a DatabaseError if the backup cannot be restored. */
function checkBackup(copied: string, file: string): void {
  try {
    finishCopy(copied, file);
    const backup = new Sqlite(copied);
    try {
      const newest = backup.prepare('select max(created_at) from __drizzle_migrations').pluck().get();
      requireKnownVersion('sqlite', Number(newest));
    } finally {
      backup.close();
    }
  } catch (error) {
    const isForeign = error instanceof Sqlite.SqliteError;
    throw isForeign ? new DatabaseError(`${file} is not a backup of this product: ${error.message}.`) : error;
  }
}

/** Throws a DatabaseError that names the damaged file. */
function requireSound(connection: Sqlite.Database, name: string): void {
  const found = connection.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new DatabaseError(`${name} is damaged: ${String(found).replaceAll('\n', ' ')}.`);
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
    old.pragma('journal_mode = DELETE');
    return old;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return null;
    throw error;
  }
}
