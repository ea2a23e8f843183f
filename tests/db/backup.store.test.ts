import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';

import type { OpenDatabase } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
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
  expect(written.said).toContain(`${file}: ${(size / 1_000_000).toFixed(1)} MB, complete and checked.\n`);
  expect(mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['backup']);
  expect(await restore()).toMatchObject({ code: 0, complaint: '' });
  expect(await inRestored(checksums)).toEqual(before);
  await inRestored((db) => db.delete(menuItems));
  expect(await checksums(opened.db)).toEqual(before);
});

test('a backup is a snapshot while the product writes', async () => {
  const { db } = opened;
  const padding = 'x'.repeat(2000);
  let written = 0;
  const write = async () => {
    written += 1;
    await db.insert(menuItems).values({ text: `${written}`, link: padding, isActive: true, position: written });
  };
  while (written < 2000) await write();
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
  expect(foreign.complaint.trim().split('\n').length).toBe(1);
  expect((await runProgram(program('backup'), [], store.variables)).complaint).toContain('npm run db:backup -- <file>');
  expect((await runProgram(program('restore'), [], store.variables)).complaint).toContain(
    'npm run db:restore -- <file>',
  );
});

test('a backup of a newer version is not restored', async () => {
  const table = dialect === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';
  await store.execute(`insert into ${table} (hash, created_at) values ('aa', 4102444800000)`);
  expect((await backup()).code).toBe(0);
  expect(await restore()).toMatchObject({ code: 1, complaint: expect.stringContaining('newer version') });
  await store.execute(`delete from ${table} where hash = 'aa'`);
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
