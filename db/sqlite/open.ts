import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { syncFolder } from '../backup/files.ts';
import { type Database, DatabaseError, type OpenDatabase } from '../database.ts';
import { type DatabaseFault, faultOf, faultTexts } from '../faults.ts';
import { newestAppliedMigration, newestKnownMigration } from '../migrations/version.ts';
import { contentRevision } from '../schema/content.ts';
import { keepPlans } from './kept-plans.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';
import { keepStatements } from './statement-cache.ts';

keepPlans();

const pragmas = [
  'journal_mode = WAL',
  // An acknowledged write survives a power cut, not only a crash of this process.
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  // Pages. Pings change many pages that soon change again; each checkpoint would write all of them.
  'wal_autocheckpoint = 8000',
  // KiB: room for the indexes of many servers.
  'cache_size = -32000',
];

/** Larger files are not read whole at a start; `npm run db:backup` checks them. */
const maxCheckedBytes = 100_000_000;

/** Path of the SQLite file. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'vitrine.sqlite');
}

/**
 * Opens the SQLite file of the folder. Creates folder and file if they are missing. Throws a DatabaseError if the file
 * cannot be used; a full disk prevents only writes.
 */
export async function openSqlite(dataDir: string): Promise<OpenDatabase> {
  const file = sqliteFile(dataDir);
  return explained(file, async () => {
    makePrivateFolder(dataDir);
    if (!existsSync(file)) await createFile(file);
    makePrivateFile(file);
    requireContent(file);
    return openSound(connect(file));
  });
}

/**
 * Opens the existing SQLite file of the folder and keeps all other connections out. Throws a DatabaseError if the file is
 * missing, in use or cannot be used.
 */
export async function openSqliteExclusively(dataDir: string): Promise<OpenDatabase> {
  const file = sqliteFile(dataDir);
  return explained(file, async () => {
    requireContent(file);
    const connection = connectExclusively(file);
    configure(connection);
    return openSound(connection);
  });
}

/** Connects to a SQLite file and keeps all other connections out. Throws a DatabaseError if the file is missing or in use. */
export function connectExclusively(file: string): Sqlite.Database {
  if (!existsSync(file)) throw new DatabaseError(`There is no SQLite file ${file}.`);
  const connection = new Sqlite(file, { timeout: 0 });
  try {
    // In this mode the first access takes a lock that any other open connection prevents, an idle one too.
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('begin exclusive; commit');
    return connection;
  } catch (error) {
    connection.close();
    const isBusy = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
    throw isBusy ? new DatabaseError(`${file} is in use: stop the product first.`) : error;
  }
}

/** Throws a DatabaseError if the file exists without content: only a new installation may begin with nothing. */
function requireContent(file: string): void {
  if (existsSync(file) && statSync(file).size === 0) throw unusable(file, 'emptied');
}

/** Runs work on the file; an error that the operator can correct becomes a DatabaseError of one line. */
export async function explained<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const fault = error instanceof DatabaseError ? null : faultOf(error);
    throw fault === null ? error : unusable(file, fault, error);
  }
}

/** The error for a file with a fault, in one line. */
export function unusable(file: string, fault: DatabaseFault, cause?: unknown): DatabaseError {
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  return new DatabaseError(`${file} cannot be used: ${faultTexts[fault]}${detail}.`, { cause });
}

/** Creates the file with all tables under another name first, so that a file without tables is never a new one. */
async function createFile(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    makePrivateFile(draft);
    const connection = new Sqlite(draft);
    try {
      configure(connection);
      const db = drizzle(connection, { casing: 'snake_case' });
      await applyMigrations(db);
      await db.insert(contentRevision).values({ id: 1, revision: 1 });
    } finally {
      connection.close();
    }
    linkSync(draft, file);
    syncFolder(file);
  } catch (error) {
    // Another process has created the file at the same time.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file);
  try {
    configure(connection);
    return connection;
  } catch (error) {
    connection.close();
    if (faultOf(error) !== 'full') throw error;
    // A full disk has no room for the index that processes share. A single process keeps the index in memory and reads.
    const alone = new Sqlite(file);
    alone.pragma('locking_mode = EXCLUSIVE');
    configure(alone);
    return alone;
  }
}

function configure(connection: Sqlite.Database): void {
  for (const pragma of pragmas) connection.pragma(pragma);
}

async function applyMigrations(db: ReturnType<typeof drizzle>): Promise<void> {
  const { migrate } = await import('drizzle-orm/better-sqlite3/migrator');
  migrate(db, { migrationsFolder: join(import.meta.dirname, '..', 'migrations', 'sqlite') });
}

/** Checks and migrates the database of an existing file. */
async function openSound(connection: Sqlite.Database): Promise<OpenDatabase> {
  try {
    const db = drizzle(connection, { casing: 'snake_case' });
    const [applied, known] = [await newestAppliedMigration(db), newestKnownMigration()];
    if (applied > known) throw unusable(connection.name, 'newer');
    requireSound(connection);
    if (applied < known) await applyMigrations(db);
    await requireRevision(db, connection.name);
    keepStatements(connection);
    // One process migrates and seeds the file, so the startup lock is free.
    return { db, withStartupLock: (work) => work(), close: async () => void connection.close() };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function requireSound(connection: Sqlite.Database): void {
  if (statSync(connection.name).size > maxCheckedBytes) return;
  if (connection.pragma('quick_check(1)', { simple: true }) !== 'ok') throw unusable(connection.name, 'damaged');
}

async function requireRevision(db: Database, file: string): Promise<void> {
  const rows = await db.select().from(contentRevision);
  if (rows.length === 0) throw unusable(file, 'emptied');
}
