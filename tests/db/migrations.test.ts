import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const migrations = join(root, 'db/migrations');

test.each([
  ['sqlite', ''],
  ['postgres', 'postgres://'],
])('the %s migrations make the tables of the schema: drizzle-kit finds no change', async (dialect, DATABASE_URL) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  try {
    await cp(join(migrations, dialect), join(folder, dialect), { recursive: true });
    const env = { ...process.env, DATABASE_URL, MIGRATIONS_DIR: relative(root, folder) };
    const program = join(root, 'node_modules/drizzle-kit/bin.cjs');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'generate', '--config', 'db/migrations/drizzle.config.ts'],
      { cwd: root, env },
    );
    expect(stdout).toContain('No schema changes');
    expect(await readdir(join(folder, dialect))).toEqual(await readdir(join(migrations, dialect)));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the journal lists the files of the migrations', async () => {
  for (const dialect of ['sqlite', 'postgres']) {
    const folder = join(migrations, dialect);
    const journal: { entries: { tag: string }[] } = JSON.parse(
      await readFile(join(folder, 'meta/_journal.json'), 'utf8'),
    );
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  }
});
