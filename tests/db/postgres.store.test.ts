import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '../../core/accounts/sessions.ts';
import { readConfig } from '../../core/config/config.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import { DatabaseError, type Transaction } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { atomically } from '../../db/query/atomically.ts';
import { commitUnflushed } from '../../db/query/unflushed-commit.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { companies } from '../../db/schema/company.ts';
import { contentRevision } from '../../db/schema/content.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { menuItems } from '../../db/schema/menu.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { start } from '../../server/start.ts';
import { startJobs } from '../../workers/jobs/index.ts';
import { freePort } from '../fixture/free-port.ts';
import { startPostgresServer } from '../fixture/postgres-server.ts';
import { readJson } from '../fixture/read-json.ts';
import { createDatabase, templateDatabase } from '../fixture/store.ts';
import { makeReplicas, type Replicas } from './setup.ts';

/** A connection outside of the product. */
async function connect(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Waits until a transaction waits for a lock. `watcher` must not be in a transaction, where the answer does not change. */
async function untilLockWait(watcher: pg.Client): Promise<void> {
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await watcher.query(waiting)).rowCount !== 0);
}

/** Waits up to ten seconds until the condition is true. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await condition()); attempt += 1) {
    if (attempt === 500) throw new Error(`not reached: ${condition}`);
    await pause(20);
  }
}

test.runIf(dialect === 'postgres')(
  'an unflushed commit is visible at once; the next commit is flushed again',
  async () => {
    const { url, query, drop } = await createDatabase(`template ${templateDatabase}`);
    // Off by default on the server of the tests.
    await query((name) => `alter database ${name} set synchronous_commit = on`);
    const { db, close } = await openDatabase(readConfig({ DATABASE_URL: url, APP_SECRET: 'only for the tests' }));
    try {
      const setting = sql<string>`current_setting('synchronous_commit')`;
      const write = () => db.update(contentRevision).set({ revision: sql`${contentRevision.revision} + 1` });
      // One connection of the pool runs all of them, one after the other.
      const [unflushed] = await write().where(commitUnflushed).returning({ setting });
      expect(unflushed).toEqual({ setting: 'off' });
      const [flushed] = await write().returning({ setting, revision: contentRevision.revision });
      expect(flushed).toEqual({ setting: 'on', revision: 3 });
    } finally {
      await close();
      await drop();
    }
  },
);

test.runIf(dialect === 'postgres')(
  'a transaction whose statement fails changes nothing, and its connection works on',
  async () => {
    const { url, drop } = await createDatabase(`template ${templateDatabase}`);
    const { db, close } = await openDatabase(readConfig({ DATABASE_URL: url, APP_SECRET: 'only for the tests' }));
    try {
      const entry = { text: 'Entry', link: 'features', isActive: true, position: 1 };
      const failing = (tx: Transaction) => [
        tx.insert(menuItems).values(entry),
        tx.insert(contentRevision).values({ id: 1, revision: 7 }),
        tx.insert(menuItems).values(entry),
      ];
      for (let attempt = 0; attempt < 3; attempt += 1)
        await expect(atomically(db, failing)).rejects.toMatchObject({ code: '23505' });
      expect(await db.$count(menuItems)).toBe(0);
      const inserted = await atomically(db, (tx) => [
        tx.insert(menuItems).values(entry).returning({ id: menuItems.id }),
        tx.update(contentRevision).set({ revision: 9 }).returning(),
      ]);
      expect(inserted).toEqual([[{ id: expect.any(Number) }], [{ id: 1, revision: 9 }]]);
    } finally {
      await close();
      await drop();
    }
  },
);

describe.runIf(dialect === 'postgres')('replicas that start together', () => {
  test('create tables, content and the first Admin once', async () => {
    const { url, drop } = await createDatabase('template template0');
    const starting = [1, 2, 3].map(async () => {
      const port = await freePort();
      const variables = { DATABASE_URL: url, APP_SECRET: 'only for the tests', LOG_LEVEL: 'silent' };
      return start(readConfig({ ...variables, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }), startJobs);
    });
    const running = await Promise.all(starting);
    try {
      expect(running.filter(({ generatedPassword }) => generatedPassword !== null).length).toBe(1);
      for (const { deps } of running) {
        expect(await deps.db.$count(companies)).toBe(1);
        expect(await deps.db.$count(users)).toBe(1);
      }
      const [first] = running;
      await first?.deps.db.update(companies).set({ name: 'Seen by all' });
      await first?.deps.db.update(contentRevision).set({ revision: 99 });
      // Processes ask the database for the revision at most every 75 ms.
      for (const { address } of running)
        await expect
          .poll(async () => (await fetch(address)).text(), { interval: 20, timeout: 2000 })
          .toContain('Seen by all');
    } finally {
      for (const one of running) await one.stop();
      await drop();
    }
  });
});

describe.runIf(dialect === 'postgres')('transactions at the same time', () => {
  const time = new Date('2026-03-02T10:00:00Z');
  let replicas: Replicas;
  let other: pg.Client;
  let watcher: pg.Client;
  beforeEach(async () => {
    replicas = await makeReplicas({ now: () => time });
    other = await connect(replicas.store.variables.DATABASE_URL);
    watcher = await connect(replicas.store.variables.DATABASE_URL);
  });
  afterEach(async () => {
    await other.end();
    await watcher.end();
    await replicas.remove();
  });

  test('a ping that is written during a sweep keeps the server online', async () => {
    const { db } = replicas.deps;
    const [heading] = await db.insert(clientHeadings).values({ title: 'C', subTitle: '', isActive: true }).returning();
    const client = { parentId: heading?.id ?? 0, name: '', displayOrder: 1, showOnHomePage: true, isActive: true };
    const [made] = await db.insert(clients).values(client).returning();
    const clientId = made?.id ?? 0;
    const due = new Date(Number(time) - 1000);
    const monitor = { clientId, code: 'code', interval: 'hour', isActive: true, status: 'online' } as const;
    await db.insert(healthMonitors).values({ ...monitor, statusSince: new Date(0), dueAt: due, sweepAt: due });

    await other.query('begin');
    await other.query("update health_monitors set due_at = due_at + interval '1 hour'");
    const swept = sweepOverdue(db, time, time);
    await untilLockWait(watcher);
    await other.query('commit');
    expect(await swept).toBe(0);
    expect(await db.$count(healthFlips)).toBe(0);
    expect(await db.select().from(healthMonitors)).toMatchObject([{ status: 'online' }]);
  });

  test('a sign-in with the old password opens no session after a change of the password', async () => {
    const { db, now, randomBytes } = replicas.deps;
    const values = { userName: 'mira', userNameKey: 'mira', role: 'Client', createdAt: time } as const;
    const [user] = await db
      .insert(users)
      .values({ ...values, passwordHash: 'old' })
      .returning();
    if (!user) throw new Error('no user');
    const origin = { method: 'password', ip: '127.0.0.1', userAgent: '' } as const;
    await other.query('begin');
    await other.query("update users set password_hash = 'new'");
    await other.query('delete from sessions');
    const opened = openSession({ db, now, randomBytes }, user, origin);
    await untilLockWait(watcher);
    await other.query('commit');
    expect(await opened).toBe(null);
    expect(await db.$count(sessions)).toBe(0);
    expect(await openSession({ db, now, randomBytes }, { ...user, passwordHash: 'new' }, origin)).not.toBe(null);
  });

  test('two transactions in a deadlock both succeed', async () => {
    const { db } = replicas.deps;
    const entry = { link: '', isActive: true };
    const rows = await db
      .insert(menuItems)
      .values([
        { ...entry, text: 'a' },
        { ...entry, text: 'b' },
      ])
      .returning();
    const ids = rows.map(({ id }) => id);
    const touch = (order: readonly number[]) =>
      atomically(db, (tx) =>
        order.map((id) =>
          tx
            .update(menuItems)
            .set({ text: `${order}` })
            .where(eq(menuItems.id, id)),
        ),
      );
    for (let round = 0; round < 10; round += 1)
      await Promise.all([touch(ids), touch(ids.toReversed()), touch(ids), touch(ids.toReversed())]);
    const texts = (await db.select().from(menuItems)).map(({ text }) => text);
    expect(new Set(texts).size).toBe(1);
  });

  test('a statement that was built outside of the transaction is refused, and nothing is written', async () => {
    const { db } = replicas.deps;
    const entry = { text: 'a', link: '', isActive: true };
    const mixed = atomically(db, (tx) => [tx.insert(menuItems).values(entry), db.insert(menuItems).values(entry)]);
    await expect(mixed).rejects.toThrow('must be built with the transaction');
    expect(await db.$count(menuItems)).toBe(0);
  });

  test('errors name the constraint without the values', async () => {
    const { db } = replicas.deps;
    const values = {
      userName: 'mira',
      userNameKey: 'mira',
      passwordHash: 'secret',
      role: 'Admin',
      createdAt: time,
    } as const;
    await db.insert(users).values(values);
    for (const write of [db.insert(users).values(values), atomically(db, (tx) => [tx.insert(users).values(values)])]) {
      const error = await Promise.resolve(write).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: '23505', message: expect.stringContaining('unique') });
      expect(JSON.stringify({ ...Object(error), text: String(error) })).not.toMatch(/secret|mira/);
    }
  });
});

describe.runIf(dialect === 'postgres')('a database that does not answer', () => {
  test('lost connections are replaced, in the middle of a transaction too', async () => {
    const { url, drop } = await createDatabase(`template ${templateDatabase}`);
    const lost: string[] = [];
    const opened = await openDatabase(
      { dataDir: '', databaseUrl: url },
      { onConnectionLost: ({ message }) => lost.push(message) },
    );
    const { db } = opened;
    const entry = { text: 'a', link: '', isActive: true };
    const [other, watcher] = [await connect(url), await connect(url)];
    const endAll = () =>
      watcher.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'vitrine'",
      );
    try {
      await db.insert(menuItems).values(entry);
      const { rowCount } = await endAll();
      await until(async () => lost.length === rowCount);
      await db.insert(menuItems).values(entry);

      for (let round = 0; round < 12; round += 1) {
        await other.query('begin');
        await other.query('lock table content_revision');
        const cut = atomically(db, (tx) => [
          tx.insert(menuItems).values(entry),
          tx.update(contentRevision).set({ revision: 5 }),
        ]).catch((error: unknown) => error);
        await untilLockWait(watcher);
        await endAll();
        await other.query('commit');
        expect(await cut).toBeInstanceOf(Error);
      }
      // More connections were lost than a process may have: the pool keeps no lost connection.
      expect(await db.$count(menuItems)).toBe(2);
    } finally {
      await other.end();
      await watcher.end();
      await opened.close();
      await drop();
    }
  }, 60_000);

  test('the product is not ready, and becomes ready when the database is back', async () => {
    const server = await startPostgresServer({ isDurable: true });
    const admin = await connect(server.url('postgres'));
    await admin.query('create database vitrine');
    await admin.end();
    const port = await freePort();
    const variables = { DATABASE_URL: server.url('vitrine'), APP_SECRET: 'only for the tests', LOG_LEVEL: 'silent' };
    const running = await start(
      readConfig({ ...variables, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SAMPLE_CONTENT: 'off' }),
      startJobs,
    );
    const ready = async () => (await fetch(`${running.address}/readyz`)).status;
    try {
      expect(await ready()).toBe(200);
      await server.kill();
      expect(await ready()).toBe(503);
      expect((await fetch(`${running.address}/healthz`)).status).toBe(200);
      const refused = await fetch(`${running.address}/api/getnavbardetail`);
      expect([refused.status, (await readJson<{ Status: number }>(refused)).Status]).toEqual([500, 2]);
      await server.restart();
      await until(async () => (await ready()) === 200);
    } finally {
      await running.stop();
      await server.remove();
    }
  }, 60_000);

  test('a start without the database fails with one line that does not show the password', async () => {
    const port = await freePort();
    const databaseUrl = `postgres://vitrine:hidden@127.0.0.1:${port}/vitrine`;
    const failed = openDatabase({ dataDir: '', databaseUrl });
    await expect(failed).rejects.toThrow(DatabaseError);
    await expect(failed).rejects.toThrow(
      /^The database of DATABASE_URL cannot be used: (?!.*hidden)[^\n]*ECONNREFUSED/,
    );
  });

  test('a database that cannot store every text is refused', async () => {
    const { url, drop } = await createDatabase("template template0 encoding 'SQL_ASCII' locale 'C'");
    await expect(openDatabase({ dataDir: '', databaseUrl: url })).rejects.toThrow('must have the encoding UTF8');
    await drop();
  });
});
