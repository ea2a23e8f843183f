import fs from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { ownEdit } from '../../core/content/edit.ts';
import { records } from '../../core/content/records.ts';
import { deleteRow, saveRow } from '../../core/content/write.ts';
import { undoChange } from '../../core/history/restore.ts';
import { lastBackup } from '../../core/process/last-backup.ts';
import { backupPostgres } from '../../db/backup/postgres.ts';
import { backupSqlite, restoreSqlite } from '../../db/backup/sqlite.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { menuItems } from '../../db/schema/menu.ts';
import { runProgram } from '../fixture/run-program.ts';
import { createDatabase, makeStore, type Store } from '../fixture/store.ts';
import { fillEverything } from './fill.ts';
import { checksums } from './row-checksums.ts';

const program = (name: string) => join(import.meta.dirname, `../../core/commands/${name}.ts`);

let store: Store;
let opened: OpenDatabase;
let folder: string;
let file: string;
/** The target of a restore: a folder without a database, or an empty database. */
let place: { variables: Record<string, string>; remove(): Promise<void> };
beforeEach(async () => {
  store = await makeStore();
  opened = await store.open();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  file = join(folder, 'backup');
  const database = dialect === 'postgres' ? await createDatabase('template template0') : null;
  const DATA_DIR = join(folder, 'restored');
  place = {
    variables: { ...store.variables, DATA_DIR, DATABASE_URL: database?.url ?? '' },
    remove: async () => database?.drop(),
  };
});
afterEach(async () => {
  await opened.close();
  await store.remove();
  await place.remove();
  await rm(folder, { recursive: true });
});

const backup = (variables: Record<string, string> = {}) =>
  runProgram(program('backup'), [file], { ...store.variables, ...variables });
const restore = (variables: Record<string, string> = {}) =>
  runProgram(program('restore'), [file], { ...place.variables, ...variables });

/** The same backup in this process. */
const backupHere = () =>
  dialect === 'postgres'
    ? backupPostgres(store.variables.DATABASE_URL ?? '', file)
    : backupSqlite(store.dataDir, file, 100);

/** Files below a folder that this process has open. */
const openFiles = (parent: string) =>
  fs
    .readdirSync('/proc/self/fd')
    .map((name) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        // The handle of the folder itself.
        return '';
      }
    })
    .filter((path) => path.startsWith(parent));

/** Which files the work flushes to disk and renames, in order, by their names. */
async function diskCalls(work: () => unknown): Promise<string[]> {
  const calls: string[] = [];
  const { fsyncSync, renameSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    calls.push(`flush ${basename(fs.readlinkSync(`/proc/self/fd/${handle}`))}`);
    fsyncSync(handle);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    calls.push(`rename ${basename(String(from))} ${basename(String(to))}`);
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  return calls;
}

async function inRestored<Result>(look: (db: OpenDatabase['db']) => Promise<Result>): Promise<Result> {
  const restored = await openDatabase(readConfig(place.variables));
  try {
    return await look(restored.db);
  } finally {
    await restored.close();
  }
}

test('a restored backup equals the database, which does not change, and only the owner can read the backup', async () => {
  await fillEverything(opened.db);
  const before = await checksums(opened.db);
  const written = await backup();
  const { mode, size } = await stat(file);
  expect(written).toMatchObject({ code: 0, complaint: '' });
  const secret = store.variables.APP_SECRET ? 'APP_SECRET' : join(store.dataDir, 'app-secret');
  expect(written.said).toBe(
    `${file}: ${(size / 1_000_000).toFixed(1)} MB, complete and checked.\n` +
      `Its AuthTokens are encrypted with ${secret}: keep a copy of that too, in another place.\n`,
  );
  expect(mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['backup']);
  // The dashboard says so when the last backup is old.
  expect(Date.now() - Number(await lastBackup(store.dataDir))).toBeLessThan(60_000);
  const target = dialect === 'postgres' ? 'the database of DATABASE_URL' : join(folder, 'restored');
  const said = `${file} was restored ${dialect === 'postgres' ? 'into' : 'to'} ${target}. Start the product.\n`;
  expect(await restore()).toEqual({ code: 0, complaint: '', said });
  expect(await inRestored(checksums)).toEqual(before);
  await inRestored((db) => db.delete(menuItems));
  expect(await checksums(opened.db)).toEqual(before);
});

test('the history of the content is in a backup and goes on in the restored database', async () => {
  const { items } = records.menu;
  const edit = () => ownEdit(new Date(), 'edit');
  const values = (text: string) => ({ text, link: 'team', isActive: true });
  const { id } = await saveRow(opened.db, items, {}, values('First'), edit());
  const saved = await saveRow(opened.db, items, { id }, values('Second'), edit());
  const deleted = await saveRow(opened.db, items, {}, values('Deleted'), edit());
  await deleteRow(opened.db, items, deleted.id, edit());
  const entries = (db: OpenDatabase['db']) => db.select().from(contentHistory).orderBy(asc(contentHistory.id));
  const before = await entries(opened.db);
  expect(before).toHaveLength(4);
  expect(await backup()).toMatchObject({ code: 0 });
  expect(await restore()).toMatchObject({ code: 0 });
  await inRestored(async (db) => {
    expect(await entries(db)).toEqual(before);
    await undoChange(db, saved.revision ?? 0, ownEdit(new Date(), 'undo'));
    const next = await saveRow(db, items, {}, values('New'), edit());
    const after = await entries(db);
    expect(after.slice(4)).toMatchObject([
      { id: (before.at(-1)?.id ?? 0) + 1, rowId: id, cause: 'undo', values: { text: 'First' } },
      { id: (before.at(-1)?.id ?? 0) + 2, rowId: next.id, action: 'create' },
    ]);
    // No id of a deleted row is used again: its history would be that of another row.
    expect(next.id).toBeGreaterThan(deleted.id);
  });
  expect(await entries(opened.db)).toEqual(before);
});

test('a backup is a snapshot while the product writes', async () => {
  const { db } = opened;
  const padding = 'x'.repeat(2000);
  let written = 0;
  const next = () => {
    written += 1;
    return { text: `${written}`, link: padding, isActive: true, position: written };
  };
  const write = () => db.insert(menuItems).values(next());
  while (written < 2000) await db.insert(menuItems).values(Array.from({ length: 100 }, next));
  let isDone = false;
  const running = backup().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (let burst = 0; burst < 20; burst += 1) await write();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await running).toMatchObject({ code: 0, complaint: '' });
  expect(await restore()).toMatchObject({ code: 0, complaint: '' });
  const rows = await inRestored((restored) => restored.select().from(menuItems).orderBy(asc(menuItems.position)));
  // All rows from the first without a gap, up to one that was written before the end of the backup.
  expect(rows.map(({ text }) => text)).toEqual(Array.from({ length: rows.length }, (_, number) => `${number + 1}`));
  expect(rows.length).toBeGreaterThanOrEqual(2000);
  expect(rows.length).toBeLessThanOrEqual(written);
});

test('an existing file is not overwritten, and a file that is not a backup is not restored', async () => {
  await writeFile(file, 'something else');
  const refused = await backup();
  expect(refused.code).toBe(1);
  expect(refused.complaint).toMatch(/exists and is not overwritten/);
  expect(await readFile(file, 'utf8')).toBe('something else');
  const foreign = await restore();
  expect([foreign.code, foreign.said]).toEqual([1, '']);
  expect(foreign.complaint).toMatch(
    dialect === 'postgres' ? /^pg_restore failed: [^\n]*\n$/ : /\/backup is not a backup of this product: [^\n]*\.\n$/,
  );
  await rm(file);
  expect(await restore()).toEqual({ code: 1, said: '', complaint: `There is no file ${file}.\n` });
  expect((await runProgram(program('backup'), [], store.variables)).complaint).toContain('npm run db:backup -- <file>');
  expect((await runProgram(program('restore'), [], store.variables)).complaint).toContain(
    'npm run db:restore -- <file>',
  );
});

test('a backup of a newer version is not restored', async () => {
  const table = dialect === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';
  await store.execute(`insert into ${table} (hash, created_at) values ('aa', 4102444800000)`);
  expect((await backup()).code).toBe(0);
  expect(await restore()).toEqual({
    code: 1,
    said: '',
    complaint: 'The backup is of a newer version of the product: install that one first.\n',
  });
  await store.execute(`delete from ${table} where hash = 'aa'`);
});

test('a backup of another product is not restored', async () => {
  if (dialect === 'postgres') await backupPostgres(place.variables.DATABASE_URL ?? '', file);
  else new Sqlite(file).exec('create table notes (text)').close();
  const refused = await restore();
  expect(refused).toMatchObject({ code: 1, said: '' });
  expect(refused.complaint).toMatch(/^[^\n]*\/backup is not a backup of this product[^\n]*\.\n$/);
});

test('a backup is flushed to disk before it gets its name, then its folder, and no file stays open', async () => {
  expect(await diskCalls(backupHere)).toEqual([
    'flush backup.part',
    'rename backup.part backup',
    `flush ${basename(folder)}`,
  ]);
  expect(openFiles(folder)).toEqual([]);
});

test('the draft of a backup whose process was killed does not matter', async () => {
  for (const suffix of ['.part', '.part-wal', '.part-journal']) await writeFile(file + suffix, 'half a backup');
  expect(await backupHere()).toBeGreaterThan(10_000);
  expect(await restore()).toMatchObject({ code: 0, complaint: '' });
});

test('a database that is in use is not replaced', async () => {
  await fillEverything(opened.db, 2);
  expect((await backup()).code).toBe(0);
  const before = await checksums(opened.db);
  const refused = await restore(store.variables);
  expect(refused.code).toBe(1);
  expect(refused.complaint).toMatch(dialect === 'postgres' ? /has tables: create an empty one/ : /is in use: stop/);
  expect(await checksums(opened.db)).toEqual(before);
});

describe.runIf(dialect === 'sqlite')('a SQLite file', () => {
  const restored = () => join(folder, 'restored');
  const entries = async () => inRestored(async (db) => (await db.select().from(menuItems)).map(({ text }) => text));
  const add = (text: string) => opened.db.insert(menuItems).values({ text, link: '', isActive: true });
  /** Copies the open database with its write-ahead log, as a killed process leaves both. */
  async function copyOpen(target: string, suffixes = ['', '-wal']) {
    for (const suffix of suffixes) await copyFile(join(store.dataDir, `vitrine.sqlite${suffix}`), target + suffix);
  }

  test('that a killed process left is backed up with its write-ahead log, and does not change', async () => {
    await add('In the log');
    const dataDir = join(folder, 'killed');
    await mkdir(dataDir);
    const copied = join(dataDir, 'vitrine.sqlite');
    await copyOpen(copied);
    const bytes = () => Promise.all(['', '-wal'].map((suffix) => readFile(copied + suffix, 'base64')));
    const before = await bytes();
    await backupSqlite(dataDir, file);
    expect(await bytes()).toEqual(before);
    expect(openFiles(folder)).toEqual([]);
    // The backup is one file, also for a program that can only read it.
    const connection = new Sqlite(file, { readonly: true });
    expect(connection.pragma('journal_mode', { simple: true })).toBe('delete');
    connection.close();
    restoreSqlite(restored(), file, new Date());
    expect(await entries()).toEqual(['In the log']);
  });

  test('that a person copied is restored with the write-ahead log beside it, and does not change', async () => {
    await add('In the log');
    await copyOpen(file);
    const names = await readdir(folder);
    const before = await readFile(file);
    restoreSqlite(restored(), file, new Date());
    expect(await entries()).toEqual(['In the log']);
    expect((await readFile(file)).equals(before)).toBe(true);
    expect((await readdir(folder)).filter((name) => name !== 'restored')).toEqual(names);
  });

  test('is restored on disk before it gets its name; the one before is kept in one file, and no file stays open', async () => {
    await add('First');
    await backupHere();
    await add('Second');
    await mkdir(restored());
    const [current, now] = [join(restored(), 'vitrine.sqlite'), new Date('2026-03-02T08:00:00.123Z')];
    expect(await diskCalls(() => restoreSqlite(restored(), file, now))).toEqual([
      'flush vitrine.sqlite.part',
      'rename vitrine.sqlite.part vitrine.sqlite',
      'flush restored',
    ]);
    expect((await readdir(restored())).toSorted()).toEqual(['vitrine.lock', 'vitrine.sqlite']);
    // A killed product leaves its log, a killed restore its draft.
    await copyOpen(current);
    for (const suffix of ['', '-wal', '-journal']) await writeFile(`${current}.part${suffix}`, 'half a restore');
    const kept = 'vitrine.sqlite.20260302T080000Z';
    expect(await diskCalls(() => restoreSqlite(restored(), file, now))).toEqual([
      'flush vitrine.sqlite.part',
      `rename vitrine.sqlite ${kept}`,
      'rename vitrine.sqlite.part vitrine.sqlite',
      'flush restored',
    ]);
    expect((await readdir(restored())).toSorted()).toEqual(['vitrine.lock', 'vitrine.sqlite', kept]);
    expect(openFiles(folder)).toEqual([]);
    expect(await entries()).toEqual(['First']);
    await copyFile(join(restored(), kept), current);
    expect(await entries()).toEqual(['First', 'Second']);
  });

  test('that another program has open is neither replaced nor moved', async () => {
    await backupHere();
    restoreSqlite(restored(), file, new Date());
    const names = await readdir(restored());
    const other = new Sqlite(join(restored(), 'vitrine.sqlite'));
    other.exec('begin; select * from menu_items');
    expect(() => restoreSqlite(restored(), file, new Date())).toThrow(
      /vitrine\.sqlite is in use: stop the product first/,
    );
    other.close();
    expect((await readdir(restored())).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(names);
    expect(openFiles(folder)).toEqual([]);
  });

  test('that is locked is not backed up, and no file stays open', async () => {
    await opened.close();
    const locked = new Sqlite(join(store.dataDir, 'vitrine.sqlite'));
    locked.pragma('locking_mode = EXCLUSIVE');
    locked.exec('begin exclusive; commit');
    await expect(backupHere()).rejects.toThrow(/vitrine\.sqlite is locked by a restore, by a copy/);
    locked.close();
    expect(openFiles(store.dataDir)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    opened = await store.open();
  });

  test('that is replaced is kept, a damaged one too', async () => {
    await opened.db.insert(menuItems).values({ text: 'First', link: '', isActive: true });
    expect((await backup()).code).toBe(0);
    expect(await restore()).toMatchObject({ code: 0, said: expect.not.stringContaining('previous') });
    await inRestored((db) => db.insert(menuItems).values({ text: 'Second', link: '', isActive: true }));

    const again = await restore();
    expect(again.code).toBe(0);
    const [, kept = ''] = /The previous database is now (.+)\.\n$/.exec(again.said) ?? [];
    const names = async () => inRestored(async (db) => (await db.select().from(menuItems)).map(({ text }) => text));
    expect(await names()).toEqual(['First']);
    const current = join(folder, 'restored', 'vitrine.sqlite');
    await rm(current);
    await writeFile(current, await readFile(kept));
    expect(await names()).toEqual(['First', 'Second']);

    await writeFile(current, 'not a database any more');
    const overDamaged = await restore();
    expect(overDamaged.code).toBe(0);
    const [, damaged = ''] = /The previous database is now (.+)\.\n$/.exec(overDamaged.said) ?? [];
    expect(await readFile(damaged, 'utf8')).toBe('not a database any more');
    expect(await names()).toEqual(['First']);
  });

  test('that is damaged in the middle is not backed up, nor opened', async () => {
    await fillEverything(opened.db, 50);
    await opened.close();
    const current = join(store.dataDir, 'vitrine.sqlite');
    const bytes = await readFile(current);
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 30_000);
    await writeFile(current, bytes);
    const refused = await backup();
    expect(refused).toMatchObject({ code: 1, said: '' });
    expect(refused.complaint).toMatch(/^[^\n]*vitrine\.sqlite[^\n]*damaged[^\n]*\n$/);
    expect(await readdir(folder)).toEqual([]);
    await expect(store.open()).rejects.toThrow(/vitrine\.sqlite cannot be used: it is damaged/);
    await writeFile(current, 'not a database');
    expect((await backup()).complaint).toMatch(/^[^\n]*vitrine\.sqlite[^\n]*damaged[^\n]*\n$/);
    await writeFile(current, '');
    expect((await backup()).complaint).toMatch(/^[^\n]*vitrine\.sqlite cannot be used: [^\n]*\n$/);
    expect(await readdir(folder)).toEqual([]);
    await rm(current);
    expect((await backup()).complaint).toMatch(/^There is no SQLite file [^\n]*vitrine\.sqlite\.\n$/);
    opened = await store.open();
  });

  test('that is damaged in the middle is not restored, and the current one stays', async () => {
    await fillEverything(opened.db, 50);
    expect((await backup()).code).toBe(0);
    expect((await restore()).code).toBe(0);
    await inRestored((db) => db.insert(menuItems).values({ text: 'Since the backup', link: '', isActive: true }));
    const before = await inRestored(checksums);
    const files = await readdir(join(folder, 'restored'));
    const bytes = await readFile(file);
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 30_000);
    await writeFile(file, bytes);
    const refused = await restore();
    expect(refused.code).toBe(1);
    expect(refused.complaint).toMatch(/damaged|not a backup/);
    expect(await readdir(join(folder, 'restored'))).toEqual(files);
    expect(await inRestored(checksums)).toEqual(before);
  });
});

describe.runIf(dialect === 'postgres')('PostgreSQL’s programs', () => {
  test('that are missing are named with their package', async () => {
    const refused = await backup({ POSTGRES_BIN: join(folder, 'nowhere') });
    expect(refused.code).toBe(1);
    expect(refused.complaint).toMatch(/^pg_dump is not installed\.[^\n]*postgresql-client[^\n]*\n$/);
    expect(await readdir(folder)).toEqual([]);
  });

  /** Writes a program `pg_dump` that stores its parameters and its password as the backup. */
  async function fakeProgram(name: string) {
    const programs = join(folder, name);
    await mkdir(programs);
    const script = `#!/bin/sh\nfor last; do :; done\necho "${name} $PGPASSWORD $*" > "\${last#--file=}"\n`;
    await writeFile(join(programs, 'pg_dump'), script, { mode: 0o755 });
    return programs;
  }

  test('run from POSTGRES_BIN, else from PATH, with the password in the environment only', async () => {
    const [named, inPath] = [await fakeProgram('named'), await fakeProgram('in-path')];
    const DATABASE_URL = 'postgres://me:a%20b@127.0.0.1:1/things';
    const shown = `--dbname=postgres://me@127.0.0.1:1/things --format=custom --no-owner --no-acl --file=${file}.part\n`;
    const PATH = `${join(folder, 'nowhere')}:${inPath}:${process.env.PATH}`;
    for (const [POSTGRES_BIN, program] of [
      ['', 'in-path'],
      [named, 'named'],
    ] as const) {
      expect(await backup({ PATH, POSTGRES_BIN, DATABASE_URL })).toMatchObject({ code: 0, complaint: '' });
      expect(await readFile(file, 'utf8')).toBe(`${program} a b ${shown}`);
      await rm(file);
    }
    const withoutPassword = { PATH, DATABASE_URL: DATABASE_URL.replace(':a%20b', ''), PGPASSWORD: 'of the shell' };
    expect(await backup(withoutPassword)).toMatchObject({ code: 0, complaint: '' });
    expect(await readFile(file, 'utf8')).toBe(`in-path of the shell ${shown}`);
  });

  test('are found without PATH where Debian installs them', async (context) => {
    if (!fs.existsSync('/usr/lib/postgresql')) context.skip();
    expect(await backup({ PATH: '' })).toMatchObject({ code: 0, complaint: '' });
  });

  test('that cannot be started are not called missing', async () => {
    const programs = await fakeProgram('forbidden');
    await fs.promises.chmod(join(programs, 'pg_dump'), 0o644);
    const refused = await backup({ POSTGRES_BIN: programs });
    expect(refused.code).toBe(1);
    expect(refused.complaint).toContain('EACCES');
    expect(refused.complaint).not.toContain('not installed');
  });

  test('that fail give the reason without the password', async () => {
    const url = new URL(store.variables.DATABASE_URL ?? '');
    url.pathname = '/nowhere';
    url.password = 'hidden';
    const refused = await backup({ DATABASE_URL: url.href });
    expect(refused.code).toBe(1);
    expect(refused.complaint).toMatch(/^pg_dump failed: (?!.*hidden).*nowhere/s);
    expect(refused.complaint).toBe(`${refused.complaint.trim()}\n`);
    expect(await readdir(folder)).toEqual([]);
  });
});
