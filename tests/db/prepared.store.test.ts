import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { contentRevision } from '../../db/schema/content.ts';
import { buildApp } from '../../server/app.ts';
import { makeDependencies, type TestDependencies } from '../fixture/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';

// Two processes on one store, whose queries are prepared before the other process changes what they read.

let made: TestDependencies;
let first: FastifyInstance;
let second: FastifyInstance;
beforeAll(async () => {
  made = await makeDependencies();
  first = await buildApp(made.deps);
  second = await buildApp(await made.replica());
});
afterAll(async () => {
  await first.close();
  await second.close();
  await made.remove();
});

describe('a session', () => {
  let users = 0;
  let name: string;
  let authorization: string;
  const statusOf = async (app: FastifyInstance, path: string) =>
    (await app.inject({ url: `/trpc/${path}`, headers: { authorization } })).statusCode;
  beforeEach(async () => {
    users += 1;
    name = `admin-${users}`;
    authorization = `Bearer ${(await addSignedIn(made.deps, 'Admin', { userName: name })).token}`;
    expect([
      await statusOf(first, 'session.me'),
      await statusOf(second, 'users.ofAccount?input={"telephonyClientId":1}'),
    ]).toEqual([200, 200]);
  });

  test('is that of the token, also when many requests arrive together', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `${name}-${place}`);
    const tokens = await Promise.all(
      names.map(async (userName) => (await addSignedIn(made.deps, 'Admin', { userName })).token),
    );
    const asked = [...tokens, 'made-up', ...tokens.toReversed()].map(async (token) => {
      const answer = await first.inject({ url: '/trpc/session.me', headers: { authorization: `Bearer ${token}` } });
      return answer.statusCode === 200 ? answer.json().result.data.userName : answer.statusCode;
    });
    expect(await Promise.all(asked)).toEqual([...names, 401, ...names.toReversed()]);
  });

  test('that ends in one process is refused by the next request to another one', async () => {
    const url = '/trpc/session.logout';
    const headers = { authorization, 'content-type': 'application/json' };
    expect((await first.inject({ method: 'POST', url, headers, payload: '' })).statusCode).toBe(200);
    expect(await statusOf(second, 'session.me')).toBe(401);
    expect(await statusOf(first, 'session.me')).toBe(401);
  });

  test('of a user whom another process deactivates is refused by the next request', async () => {
    const inactive = dialect === 'postgres' ? 'false' : '0';
    await made.store.execute(`update users set is_active = ${inactive} where user_name = '${name}'`);
    expect([await statusOf(first, 'session.me'), await statusOf(second, 'session.me')]).toEqual([401, 401]);
  });

  test('of a user whose role changes has the new role in the next request', async () => {
    await made.store.execute(`update users set role = 'Client' where user_name = '${name}'`);
    for (const app of [first, second]) {
      expect(await statusOf(app, 'session.me')).toBe(200);
      expect(await statusOf(app, 'users.ofAccount?input={"telephonyClientId":1}')).toBe(403);
    }
  });

  test('is still found after a change of the tables', async () => {
    await made.store.execute('alter table users add column nick_name text');
    await made.store.execute('alter table sessions add column device text');
    expect([await statusOf(first, 'session.me'), await statusOf(second, 'session.me')]).toEqual([200, 200]);
    await made.store.execute('alter table users drop column nick_name');
    await made.store.execute('alter table sessions drop column device');
    expect([await statusOf(first, 'session.me'), await statusOf(second, 'session.me')]).toEqual([200, 200]);
  });

  test.runIf(dialect === 'postgres')('is still found on the connections that replace lost ones', async () => {
    await made.store.execute(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect.poll(() => statusOf(first, 'session.me')).toBe(200);
    await expect.poll(() => statusOf(second, 'session.me')).toBe(200);
  });
});

test('a list shows the rows that another process has saved, changed and deleted', async () => {
  const { token } = await addSignedIn(made.deps, 'Admin');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const list = async (app: FastifyInstance) =>
    (await app.inject({ url: '/trpc/menu.items.list?input={}', headers })).json().result.data;
  const call = async (app: FastifyInstance, name: string, input: object) =>
    (await app.inject({ method: 'POST', url: `/trpc/menu.items.${name}`, headers, payload: input })).json().result.data;
  expect([await list(first), await list(second)]).toEqual([[], []]);
  const values = { text: 'Facts', link: 'facts', isActive: true };
  const { id } = await call(first, 'save', { values });
  expect(await list(second)).toMatchObject([{ id, text: 'Facts', version: 1 }]);
  await call(second, 'save', { id, version: 1, values: { ...values, text: 'Figures' } });
  expect(await list(first)).toMatchObject([{ id, text: 'Figures', version: 2 }]);
  await call(first, 'delete', { id });
  expect([await list(first), await list(second)]).toEqual([[], []]);
});

describe.runIf(dialect === 'sqlite')('a kept statement', () => {
  const readRevision = () => made.deps.db.select().from(contentRevision);

  test('gives rows as arrays and as objects by turns', async () => {
    const query = readRevision();
    const { sql: text } = query.toSQL();
    const expected = await query;
    for (let round = 0; round < 2; round += 1) {
      expect(made.deps.db.all(sql.raw(text))).toEqual(expected);
      expect(await readRevision()).toEqual(expected);
    }
  });

  test('gives the same rows after many other statements', async () => {
    const expected = await readRevision();
    for (let number = 0; number < 1000; number += 1)
      expect(made.deps.db.get(sql.raw(`select ${number} as number`))).toEqual({ number });
    expect(await readRevision()).toEqual(expected);
  });
});
