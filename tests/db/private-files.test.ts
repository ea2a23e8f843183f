import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupSqlite, restoreSqlite } from '../../db/backup/sqlite.ts';
import { openDatabase } from '../../db/open.ts';

let parent: string;
let dataDir: string;
/** Another installation in the same folder, with an ordinary file in each folder. */
let neighbour: string;
let notes: string[];
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'vitrine-private-'));
  dataDir = join(parent, 'data');
  neighbour = join(parent, 'neighbour');
  for (const folder of [dataDir, neighbour]) await (await openDatabase({ dataDir: folder, databaseUrl: null })).close();
  rmSync(file());
  notes = [dataDir, neighbour].map((folder) => join(folder, 'notes.txt'));
  for (const path of notes) writeFileSync(path, 'notes');
  for (const path of [...notes, join(neighbour, 'vitrine.sqlite'), neighbour, parent]) chmodSync(path, 0o755);
});
afterEach(() => {
  const others = [...notes, join(neighbour, 'vitrine.sqlite'), neighbour, parent];
  expect(others.map(modeOf)).toEqual(others.map(() => '755'));
  expect(notes.map((path) => readFileSync(path, 'utf8'))).toEqual(['notes', 'notes']);
  rmSync(parent, { recursive: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const file = (suffix = '') => join(dataDir, `vitrine.sqlite${suffix}`);
const open = () => openDatabase({ dataDir, databaseUrl: null });

test('only their owner can read the data folder, the SQLite file and the files beside it', async () => {
  const { close } = await open();
  expect([dataDir, file(), file('-wal'), file('-shm')].map(modeOf)).toEqual(['700', '600', '600', '600']);
  await close();
});

test('files of an older version become private at the next start', async () => {
  await (await open()).close();
  chmodSync(file(), 0o644);
  const { close } = await open();
  expect(modeOf(file())).toBe('600');
  await close();
});

test('a backup and a restored file are private', async () => {
  await (await open()).close();
  const backup = join(parent, 'backup.sqlite');
  await backupSqlite(dataDir, backup);
  expect(modeOf(backup)).toBe('600');
  chmodSync(backup, 0o644);
  restoreSqlite(dataDir, backup, new Date());
  expect(modeOf(file())).toBe('600');
});
