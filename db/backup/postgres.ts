import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { DatabaseError } from '../database.ts';
import { requireKnownVersion } from '../migrations/version.ts';
import { unusableDatabase } from '../postgres/errors.ts';
import { syncFile, syncFolder } from './files.ts';

/** Debian's folder for PostgreSQL's programs, with a folder for each version. */
const debianFolder = '/usr/lib/postgresql';

/**
 * Writes a snapshot of a Postgres database into a file with `pg_dump`. Returns the size of the file in bytes. Throws a
 * DatabaseError if the program is missing or fails.
 */
export async function backupPostgres(url: string, file: string): Promise<number> {
  const draft = `${file}.part`;
  try {
    await run('pg_dump', url, ['--format=custom', '--no-owner', '--no-acl', `--file=${draft}`]);
    syncFile(draft);
    renameSync(draft, file);
    syncFolder(file);
    return statSync(file).size;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Restores a backup into an empty Postgres database with `pg_restore`, all or nothing. Throws a DatabaseError if the
 * database is not empty, the file is not a backup of the product, or the program is missing or fails.
 */
export async function restorePostgres(url: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}.`);
  requireKnownVersion('postgres', await newestMigration(file));
  await requireEmpty(url);
  await run('pg_restore', url, ['--single-transaction', '--exit-on-error', '--no-owner', '--no-acl', file]);
}

async function requireEmpty(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect().catch((error: unknown) => {
    throw unusableDatabase(error);
  });
  try {
    const { rowCount } = await client.query(
      "select 1 from pg_class join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema$)'",
    );
    if (rowCount !== 0)
      throw new DatabaseError(
        'The database of DATABASE_URL has tables: create an empty one and set DATABASE_URL to it. The old one stays as it is.',
      );
  } finally {
    await client.end();
  }
}

/** Time of the backup's last migration: the largest number in the third column of the migrations' table. */
async function newestMigration(file: string): Promise<number> {
  const table = ['--schema=drizzle', '--table=__drizzle_migrations'];
  const rows = await run('pg_restore', null, ['--data-only', ...table, '--file=-', file]);
  const times = [...rows.matchAll(/^\d+\t\w+\t(\d+)$/gm)].map(([, at]) => Number(at));
  if (times.length === 0) throw new DatabaseError(`${file} is not a backup of this product.`);
  return Math.max(...times);
}

/** Runs a program of PostgreSQL on a database (null: without one) and returns its output. */
async function run(program: string, url: string | null, parameters: readonly string[]): Promise<string> {
  const { address, password } = url === null ? { address: null, password: '' } : withoutPassword(url);
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) };
  const database = address === null ? [] : [`--dbname=${address}`];
  const child = spawn(pathOf(program), [...database, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // `once` rejects if the program cannot be started.
  const ended = once(child, 'exit').catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? missing(program) : error;
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new DatabaseError(`${program} failed: ${errors.trim()}`);
  return output;
}

function missing(program: string): DatabaseError {
  return new DatabaseError(
    `${program} is not installed. It comes with PostgreSQL's client programs (Debian: apt-get install postgresql-client); POSTGRES_BIN can name their folder.`,
  );
}

/** Every user of the machine can read the parameters of a process, so the password goes into the environment. */
function withoutPassword(databaseUrl: string): { address: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, password };
}

/** Path of a program: in the folder POSTGRES_BIN, else in PATH, else the newest version in Debian's folder. */
function pathOf(program: string): string {
  if (process.env.POSTGRES_BIN) return join(process.env.POSTGRES_BIN, program);
  const inPath = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
  if (inPath || !existsSync(debianFolder)) return program;
  const versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
  const found = versions.map((version) => join(debianFolder, version, 'bin', program)).find((path) => existsSync(path));
  return found ?? program;
}
