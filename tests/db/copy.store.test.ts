import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownEdit } from '../../core/content/edit.ts';
import { records } from '../../core/content/records.ts';
import { saveRow } from '../../core/content/write.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { contentRevision } from '../../db/schema/content.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { images } from '../../db/schema/images.ts';
import { menuItems } from '../../db/schema/menu.ts';
import { until } from '../fakes/clock.ts';
import { runProgram } from '../fixture/run-program.ts';
import { createDatabase, makeStore, type Store } from '../fixture/store.ts';
import { fillEverything } from './fill.ts';
import { checksums } from './row-checksums.ts';

const copyProgram = join(import.meta.dirname, '../../core/commands/copy.ts');

describe.runIf(dialect === 'postgres')('db:copy', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let secret: string;
  let source: Record<string, string>;
  /** Texts of the source with a NUL. */
  let replaced: number;
  let store: Store;
  /** Another database of the same server. */
  let neighbour: OpenDatabase;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-copy-'));
    database = await createDatabase('template template0');
    const variables = { DATABASE_URL: '', APP_SECRET: '', DATA_DIR: dataDir };
    const filled = await runProgram(join(import.meta.dirname, 'fill-child.ts'), [], variables);
    expect(filled).toMatchObject({ code: 0, complaint: '' });
    ({ sums: source, replaced } = JSON.parse(filled.said));
    store = await makeStore();
    neighbour = await store.open();
    await fillEverything(neighbour.db, 2);
    secret = (await readFile(join(dataDir, 'app-secret'), 'utf8')).trim();
  });
  afterAll(async () => {
    await neighbour.close();
    await store.remove();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const copy = (variables: Record<string, string> = {}) =>
    runProgram(copyProgram, [], { DATA_DIR: dataDir, DATABASE_URL: database.url, APP_SECRET: secret, ...variables });
  const target = async <Result>(look: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) => {
    const opened = await openDatabase({ dataDir: '', databaseUrl: database.url });
    try {
      return await look(opened);
    } finally {
      await opened.close();
    }
  };
  async function onDatabase(statement: string): Promise<void> {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
  /** Every index and constraint of a database. */
  async function definitions(url: string | undefined): Promise<string[]> {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client
      .query<{ definition: string }>(
        `select indexdef definition from pg_indexes where schemaname = 'public' union all
        select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
        from pg_constraint where connamespace = 'public'::regnamespace`,
      )
      .finally(() => client.end());
    expect(rows.length).toBeGreaterThan(100);
    return rows.map(({ definition }) => definition).sort();
  }
  const rowsIn = (sums: Record<string, string>) =>
    Object.values(sums).reduce((total, sum) => total + Number(sum.split(' ')[0]), 0);

  test('a missing setting or file ends in one line that names it', async () => {
    expect(await copy({ DATABASE_URL: '' })).toMatchObject({
      code: 1,
      complaint: 'DATABASE_URL must be the Postgres database to copy to\n',
    });
    expect((await copy({ APP_SECRET: '' })).complaint).toMatch(/^APP_SECRET must be set[^\n]*\n$/);
    const missing = await copy({ DATA_DIR: join(dataDir, 'nowhere') });
    expect(missing).toMatchObject({ code: 1, said: '' });
    expect(missing.complaint).toMatch(/^There is no SQLite file [^\n]*\n$/);
  });

  test('a file that another connection has open is refused, an idle connection too', async () => {
    const connection = new Sqlite(join(dataDir, 'vitrine.sqlite'));
    connection.pragma('journal_mode = WAL');
    connection.prepare('select count(*) from users').get();
    const refused = await copy();
    connection.close();
    expect(refused.code).toBe(1);
    expect(refused.complaint).toMatch(/^[^\n]*vitrine\.sqlite is in use: stop the product first\.\n$/);
  });

  test('nothing is copied if the secret does not decrypt the tokens', async () => {
    const refused = await copy({ APP_SECRET: 'quite another secret' });
    expect(refused.code).toBe(1);
    expect(refused.complaint).toContain('APP_SECRET must be the secret that AuthTokens are encrypted with');
    expect(rowsIn(await target(({ db }) => checksums(db)))).toBe(1);
  });

  test('a copy that differs from its source is refused and leaves the database empty', async () => {
    // Any text that is written changes by a space at its end.
    const statements = [
      `create function blemish() returns trigger language plpgsql as 'begin new.text = new.text || '' ''; return new; end'`,
      'create trigger blemish before insert on menu_items for each row execute function blemish()',
    ];
    await target(async () => {});
    for (const statement of statements) await onDatabase(statement);
    expect(await copy()).toMatchObject({
      code: 1,
      said: '',
      complaint: expect.stringMatching(/^menu_items changed when it was copied: [^\n]*\n$/),
    });
    expect(rowsIn(await target(({ db }) => checksums(db)))).toBe(1);
    await onDatabase('drop function blemish cascade');
    expect(await definitions(database.url)).toEqual(await definitions(store.variables.DATABASE_URL));
  });

  test.each([
    [
      'a number of more than 32 bits',
      'menu_items',
      'position = 3000000000',
      'menu_items cannot be copied: position has the number 3000000000.',
    ],
    [
      'JSON that Postgres refuses',
      'audit_entries',
      `changes = '{'`,
      'audit_entries cannot be copied: invalid input syntax for type json',
    ],
  ])('%s is refused in one line, and the database stays empty', async (_name, name, change, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-copy-'));
    await copyFile(join(dataDir, 'vitrine.sqlite'), join(folder, 'vitrine.sqlite'));
    const connection = new Sqlite(join(folder, 'vitrine.sqlite'));
    connection.exec(`update ${name} set ${change} where id = (select max(id) from ${name})`);
    connection.close();
    const refused = await copy({ DATA_DIR: folder });
    await rm(folder, { recursive: true });
    expect(refused).toEqual({ code: 1, said: '', complaint: `${message}\n` });
    expect(rowsIn(await target(({ db }) => checksums(db)))).toBe(1);
  });

  test('every value is copied, ids continue, and the file and another database do not change', async () => {
    const file = () => readFile(join(dataDir, 'vitrine.sqlite'));
    const before = await file();
    const rowsOfNeighbour = await checksums(neighbour.db);
    const copied = await copy();
    expect((await file()).equals(before)).toBe(true);
    expect(await checksums(neighbour.db)).toEqual(rowsOfNeighbour);
    expect(copied).toMatchObject({ code: 0, complaint: '' });
    const lines = copied.said.split('\n');
    expect(lines.slice(-4)).toEqual([
      `${rowsIn(source)} rows of ${Object.keys(source).length} tables were copied and read back: count and content are the same.`,
      `${replaced} texts held a NUL, which Postgres stores as U+FFFD.`,
      'Start the product with this DATABASE_URL and APP_SECRET. The SQLite file has not changed.',
      '',
    ]);
    expect(
      lines
        .slice(0, -4)
        .map((line) => line.trim())
        .toSorted(),
    ).toEqual(
      Object.entries(source)
        .map(([name, sum]) => `${sum.split(' ')[0]} ${name}`)
        .toSorted(),
    );
    // The write-ahead log is merged into the file.
    expect((await readdir(dataDir)).sort()).toEqual(['app-secret', 'vitrine.sqlite']);
    await target(async ({ db }) => {
      expect(await checksums(db)).toEqual(source);
      // Counts from tests/db/fill-child.ts, because a fault in reading batches would shorten both sides alike.
      expect(copied.said).toMatch(/^ +1206 menu_items$/m);
      expect(await db.$count(menuItems)).toBe(1206);
      expect(await db.$count(images)).toBe(57);
      const values = { text: 'New', link: '', isActive: true };
      const made = await saveRow(db, records.menu.items, {}, values, ownEdit(new Date(), 'edit'));
      expect(made.id).toBe(1208);
      // tests/db/fill.ts writes seven entries of the history.
      const entries = await db.select({ id: contentHistory.id, rowId: contentHistory.rowId }).from(contentHistory);
      expect(entries.toSorted((a, b) => a.id - b.id).slice(6)).toEqual([
        { id: 7, rowId: 7 },
        { id: 8, rowId: 1208 },
      ]);
      await db.delete(menuItems);
    });
    // The copy removes indexes and foreign keys while it writes.
    expect(await definitions(database.url)).toEqual(await definitions(store.variables.DATABASE_URL));
  });

  test('an installation without content is copied; ids of its tables begin at the first one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-copy-'));
    const empty = await createDatabase('template template0');
    await copyFile(join(dataDir, 'vitrine.sqlite'), join(folder, 'vitrine.sqlite'));
    const connection = new Sqlite(join(folder, 'vitrine.sqlite'));
    connection.pragma('foreign_keys = OFF');
    for (const name of Object.keys(source).filter((table) => table !== 'content_revision'))
      connection.exec(`delete from "${name}"`);
    connection.exec('delete from sqlite_sequence');
    connection.close();
    const copied = await copy({ DATA_DIR: folder, DATABASE_URL: empty.url });
    expect(copied).toEqual({
      code: 0,
      complaint: '',
      said: [
        '        1 content_revision',
        `1 rows of ${Object.keys(source).length} tables were copied and read back: count and content are the same.`,
        'Start the product with this DATABASE_URL and APP_SECRET. The SQLite file has not changed.\n',
      ].join('\n'),
    });
    const opened = await openDatabase({ dataDir: '', databaseUrl: empty.url });
    const [made] = await opened.db.insert(menuItems).values({ text: 'New', link: '', isActive: true }).returning();
    expect(made?.id).toBe(1);
    await opened.close();
    await empty.drop();
    await rm(folder, { recursive: true });
  });

  test('a database that was used is refused, although it has no content or one row', async () => {
    const used = await createDatabase('template template0');
    const opened = await openDatabase({ dataDir: '', databaseUrl: used.url });
    const refusal = async () => (await copy({ DATABASE_URL: used.url })).complaint;
    await opened.db.update(contentRevision).set({ revision: 2 });
    expect(await refusal()).toBe('The database of DATABASE_URL must be empty, but content_revision has rows.\n');
    await opened.db.update(contentRevision).set({ revision: 1 });
    await opened.db.insert(menuItems).values({ text: 'New', link: '', isActive: true });
    expect(await refusal()).toBe('The database of DATABASE_URL must be empty, but menu_items has rows.\n');
    await opened.close();
    await used.drop();
  });

  test('a copy waits for a start in progress, and refuses the rows that the start wrote', async () => {
    const used = await createDatabase('template template0');
    const opened = await openDatabase({ dataDir: '', databaseUrl: used.url });
    let refused: ReturnType<typeof copy> | undefined;
    await opened.withStartupLock(async () => {
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      refused = copy({ DATABASE_URL: used.url });
      const client = new pg.Client(used.url);
      await client.connect();
      await until(async () => (await client.query(waiting)).rowCount === 1);
      await client.end();
      await opened.db.insert(menuItems).values({ text: 'Seeded', link: '', isActive: true });
    });
    expect((await refused)?.complaint).toBe('The database of DATABASE_URL must be empty, but menu_items has rows.\n');
    await opened.close();
    await used.drop();
  });

  test('a start waits until a copy in progress has ended', async () => {
    const empty = await createDatabase('template template0');
    const opened = await openDatabase({ dataDir: '', databaseUrl: empty.url });
    const client = new pg.Client(empty.url);
    await client.connect();
    // The copy waits at its first menu item for a lock of this test.
    await client.query(
      `create function pause() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(42); return new; end'`,
    );
    await client.query('create trigger pause before insert on menu_items for each row execute function pause()');
    await client.query('select pg_advisory_lock(42)');
    const copying = copy({ DATABASE_URL: empty.url });
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted and objid = 42";
    await until(async () => (await client.query(waiting)).rowCount === 1);
    let isStarted = false;
    const started = opened.withStartupLock(async () => {
      isStarted = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isStarted).toBe(false);
    await client.query('select pg_advisory_unlock(42)');
    await started;
    expect(await copying).toMatchObject({ code: 0 });
    await client.end();
    await opened.close();
    await empty.drop();
  });

  test('a database that has rows is not changed', async () => {
    const before = await target(({ db }) => checksums(db));
    const refused = await copy();
    expect(refused).toMatchObject({ code: 1, said: '' });
    expect(await target(({ db }) => checksums(db))).toEqual(before);
    expect(refused.complaint).toMatch(/^The database of DATABASE_URL must be empty, but \w+ has rows\.\n$/);
  });
});
