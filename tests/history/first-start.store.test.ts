import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { start } from '../../server/start.ts';
import { freePort } from '../fixture/free-port.ts';
import { admin } from '../fixture/server.ts';
import { createDatabase } from '../fixture/store.ts';

interface Journal {
  entries: { tag: string }[];
}

/** A folder with the migrations of the last version without a history. */
async function olderMigrations(folder: string): Promise<string> {
  const older = join(folder, 'migrations');
  await cp(join(import.meta.dirname, '../../db/migrations', dialect), older, { recursive: true });
  const file = join(older, 'meta/_journal.json');
  const journal: Journal = JSON.parse(await readFile(file, 'utf8'));
  const last = journal.entries.findIndex(({ tag }) => tag.endsWith('_history'));
  expect(last).toBeGreaterThan(5);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last) }));
  return older;
}

/** Content of that version, and a second map whose row was changed and moved. */
const rows = `insert into content_revision (id, revision) values (1, 41);
  insert into maps (embed, is_active) values ('https://www.google.com/maps/embed?pb=1', true);
  insert into maps (embed, is_active, version, position) values ('', false, 7, 3);
  insert into fact_headings (title, sub_title, is_active) values ('Facts', 'O''Neill "quoted" 🚢', true);
  insert into facts (parent_id, label, count, is_active, position) values (1, 'Ships', 12, true, 1);`;

/** Makes the database of an installation without a history; returns the variables that name the installation. */
async function olderInstallation(
  folder: string,
): Promise<{ variables: Record<string, string>; drop(): Promise<void> }> {
  const migrationsFolder = await olderMigrations(folder);
  if (dialect === 'sqlite') {
    const connection = new Sqlite(join(folder, 'vitrine.sqlite'));
    migrate(drizzle(connection), { migrationsFolder });
    connection.exec(rows);
    connection.close();
    return { variables: { DATA_DIR: folder, DATABASE_URL: '' }, drop: async () => {} };
  }
  const { url, drop } = await createDatabase('template template0');
  const client = new pg.Client(url);
  await client.connect();
  await migratePostgres(drizzlePostgres(client), { migrationsFolder });
  await client.query(rows);
  await client.end();
  return { variables: { DATA_DIR: folder, DATABASE_URL: url, APP_SECRET: 'only for the tests' }, drop };
}

test('an installation without a history gets the rows as they are at its first start, and nothing at the second', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-history-'));
  const { variables, drop } = await olderInstallation(folder);
  const now = new Date('2026-03-01T08:00:00.000Z');
  const startOnce = async (at: Date) => {
    const port = String(await freePort());
    const config = readConfig({ ...variables, PORT: port, ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'silent' });
    const running = await start(config, null, { now: () => at });
    await running.stop();
    const { db, close } = await openDatabase(config);
    try {
      return await db.select().from(contentHistory).orderBy(contentHistory.id);
    } finally {
      await close();
    }
  };
  try {
    const begun = await startOnce(now);
    const common = { action: 'save', cause: 'start', userId: null, userName: '', at: now, revision: 42 };
    expect(begun.map(({ id: _id, ...entry }) => entry).toSorted((a, b) => (a.record < b.record ? -1 : 1))).toEqual([
      {
        ...{ ...common, record: 'facts.heading', rowId: 1, version: 1, position: expect.any(Number) },
        values: { title: 'Facts', subTitle: 'O\'Neill "quoted" 🚢', backgroundImage: null, isActive: true },
      },
      {
        ...{ ...common, record: 'facts.items', rowId: 1, version: 1, position: 1 },
        values: { parentId: 1, label: 'Ships', count: 12, isActive: true },
      },
      {
        ...{ ...common, record: 'map.heading', rowId: 1, version: 1, position: expect.any(Number) },
        values: { embed: 'https://www.google.com/maps/embed?pb=1', isActive: true },
      },
      {
        ...{ ...common, record: 'map.heading', rowId: 2, version: 7, position: 3 },
        values: { embed: '', isActive: false },
      },
    ]);
    expect(await startOnce(new Date(Number(now) + 1000))).toEqual(begun);
  } finally {
    await drop();
    await rm(folder, { recursive: true });
  }
});
