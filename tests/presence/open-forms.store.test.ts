import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFormLifetimeMs } from '../../contract/presence.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { openForms } from '../../db/schema/presence.ts';
import { sessions } from '../../db/schema/users.ts';
import { buildApp } from '../../server/app.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';

let now = new Date('2026-03-02T08:00:00Z').getTime();
let made: Awaited<ReturnType<typeof makeDependencies>>;
/** Two processes on one database. */
let apps: Awaited<ReturnType<typeof buildApp>>[];
let tokens: Record<'dana' | 'omar' | 'kim' | 'client', string>;
beforeAll(async () => {
  made = await makeDependencies({}, { now: () => new Date(now) });
  apps = [await buildApp(made.deps), await buildApp(await made.replica())];
  const tokenOf = async (userName: string, role: 'Admin' | 'Client' = 'Admin') =>
    (await addSignedIn(made.deps, role, { userName })).token;
  tokens = {
    dana: await tokenOf('Dana Field'),
    omar: await tokenOf('Omar Reed'),
    kim: await tokenOf('Kim Lee'),
    client: await tokenOf('A client', 'Client'),
  };
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await made.remove();
});
beforeEach(() => made.deps.db.delete(openForms));

type User = keyof typeof tokens | 'visitor';

async function call(procedure: string, user: User, input: object, process = 0) {
  const answer = await apps[process]?.inject({
    method: 'POST',
    url: `/trpc/presence.${procedure}`,
    headers: { ...(user !== 'visitor' && { authorization: `Bearer ${tokens[user]}` }) },
    payload: input,
  });
  if (!answer) throw new Error('no such process');
  return { status: answer.statusCode, body: answer.json() };
}

const newKey = () => randomBytes(16).toString('hex');
const feature = { record: 'features.items', rowId: 7 };

/** An open form of a user, in one of the processes. */
function openForm(user: User, place: { record: string; rowId: number } = feature, process = 0) {
  const key = newKey();
  return {
    key,
    /** Sends a sign of life; returns who else has the row open. */
    async announce(field = '') {
      const { status, body } = await call('announce', user, { key, ...place, field }, process);
      expect(status).toBe(200);
      return body.result.data;
    },
    leave: () => call('leave', user, { key }, process),
  };
}

const other = (name: string, field = '') => ({ name, isYou: false, field });
const pass = (ms: number) => {
  now += ms;
};
const stored = () => made.deps.db.$count(openForms);

describe('two users with the same row open', () => {
  test('see each other, with the field in which the other one is typing', async () => {
    const [dana, omar] = [openForm('dana'), openForm('omar')];
    expect(await dana.announce()).toEqual([]);
    expect(await omar.announce()).toEqual([other('Dana Field')]);
    expect(await dana.announce('name')).toEqual([other('Omar Reed')]);
    expect(await omar.announce()).toEqual([other('Dana Field', 'name')]);
    await dana.announce();
    expect(await omar.announce()).toEqual([other('Dana Field')]);
  });

  test('see each other through two processes', async () => {
    const [dana, omar] = [openForm('dana', feature, 0), openForm('omar', feature, 1)];
    await dana.announce('description');
    expect(await omar.announce('icon')).toEqual([other('Dana Field', 'description')]);
    expect(await dana.announce()).toEqual([other('Omar Reed', 'icon')]);
    await omar.leave();
    expect(await dana.announce()).toEqual([]);
  });

  test('no longer see each other 12 seconds after the last sign of life, and again after the next', async () => {
    const [dana, omar] = [openForm('dana'), openForm('omar')];
    await dana.announce();
    pass(openFormLifetimeMs - 1);
    expect(await omar.announce()).toEqual([other('Dana Field')]);
    pass(1);
    expect(await omar.announce()).toEqual([]);
    expect(await dana.announce()).toEqual([other('Omar Reed')]);
    expect(await omar.announce()).toEqual([other('Dana Field')]);
  });

  test('do not see each other after one has left', async () => {
    const [dana, omar] = [openForm('dana'), openForm('omar')];
    await dana.announce();
    await omar.announce();
    expect(await dana.leave()).toMatchObject({ status: 200 });
    expect(await omar.announce()).toEqual([]);
    expect(await dana.leave()).toMatchObject({ status: 200 });
  });

  test('still see a user who has left one of two windows', async () => {
    const [first, second, omar] = [openForm('dana'), openForm('dana'), openForm('omar')];
    await first.announce('name');
    await second.announce();
    await first.leave();
    expect(await omar.announce()).toEqual([other('Dana Field')]);
  });

  test('do not see users of another row or of another record', async () => {
    await openForm('dana', { ...feature, rowId: 8 }).announce();
    await openForm('kim', { ...feature, record: 'features.heading' }).announce();
    expect(await openForm('omar').announce()).toEqual([]);
  });
});

test('a form that shows another row is open for that row only', async () => {
  const key = newKey();
  await call('announce', 'dana', { key, ...feature });
  await call('announce', 'dana', { key, ...feature, rowId: 8 });
  expect(await openForm('omar').announce()).toEqual([]);
  expect(await openForm('omar', { ...feature, rowId: 8 }).announce()).toEqual([other('Dana Field')]);
});

test('several users come with the latest sign of life first, and each user once', async () => {
  const danas = [openForm('dana'), openForm('dana')];
  await danas[0]?.announce('name');
  pass(1000);
  await openForm('kim').announce();
  expect(await openForm('omar').announce()).toEqual([other('Kim Lee'), other('Dana Field', 'name')]);
  pass(1000);
  await danas[1]?.announce();
  expect(await openForm('omar').announce()).toEqual([
    other('Dana Field', 'name'),
    { name: 'Omar Reed', isYou: true, field: '' },
    other('Kim Lee'),
  ]);
});

test('an answer names at most 20 users', async () => {
  const at = new Date(now);
  await made.deps.db.insert(openForms).values(
    Array.from({ length: 25 }, (_, place) => ({
      key: newKey(),
      userId: 1000 + place,
      userName: `User ${place}`,
      ...feature,
      at,
    })),
  );
  expect(await openForm('dana').announce()).toHaveLength(20);
});

test('a user has at most 20 open forms: the oldest is removed', async () => {
  const forms = Array.from({ length: 21 }, (_, place) => openForm('dana', { ...feature, rowId: place + 1 }));
  await openForm('kim', { ...feature, rowId: 1 }).announce();
  for (const form of forms) {
    pass(1);
    await form.announce();
  }
  expect(await stored()).toBe(21);
  expect(await openForm('omar', { ...feature, rowId: 1 }).announce()).toEqual([other('Kim Lee')]);
  expect(await openForm('omar', { ...feature, rowId: 2 }).announce()).toEqual([other('Dana Field')]);
});

test('a new form removes the forms that have expired', async () => {
  for (const user of ['dana', 'omar', 'kim'] as const) await openForm(user).announce();
  pass(openFormLifetimeMs);
  await openForm('dana').announce();
  expect(await stored()).toBe(1);
});

test('the key of another user’s form neither changes nor closes that form', async () => {
  const dana = openForm('dana');
  await dana.announce('name');
  const { body } = await call('announce', 'omar', { key: dana.key, ...feature, rowId: 8, field: 'icon' });
  expect(body.result.data).toEqual([]);
  await call('leave', 'omar', { key: dana.key });
  expect(await openForm('kim').announce()).toEqual([other('Dana Field', 'name')]);
});

describe('refused', () => {
  const form = () => ({ key: newKey(), ...feature });

  test.each([
    ['an unknown section', { record: 'nothing.items' }, 404],
    ['an unknown record', { record: 'features.nothing' }, 404],
    ['a record outside of the content', { record: 'telephony.contacts' }, 404],
    ['a name of every object', { record: 'constructor' }, 404],
    ['a path over 60 characters', { record: `features.${'i'.repeat(60)}` }, 400],
    ['an unknown field', { field: 'nothing' }, 400],
    ['a field that the form does not have', { field: 'position' }, 400],
    ['a field of every object', { field: 'constructor' }, 400],
    ['a short key', { key: 'short' }, 400],
    ['a key over 64 characters', { key: 'k'.repeat(65) }, 400],
    ['a key with other characters', { key: `${newKey()}'` }, 400],
    ['no row', { rowId: 0 }, 400],
  ])('%s', async (_name, part, status) => {
    expect((await call('announce', 'dana', { ...form(), ...part })).status).toBe(status);
    expect(await stored()).toBe(0);
  });

  test('clients and visitors', async () => {
    const dana = openForm('dana');
    await dana.announce();
    expect((await call('announce', 'client', form())).status).toBe(403);
    expect((await call('announce', 'visitor', form())).status).toBe(401);
    expect((await call('leave', 'client', { key: dana.key })).status).toBe(403);
    expect((await call('leave', 'visitor', { key: dana.key })).status).toBe(401);
    expect(await stored()).toBe(1);
  });
});

test('signs of life of several forms at the same time are all stored', async () => {
  const forms = Array.from({ length: 30 }, (_, place) =>
    openForm((['dana', 'omar', 'kim'] as const)[place % 3] ?? 'dana', feature, place % 2),
  );
  await Promise.all(forms.map((form) => form.announce()));
  await Promise.all(forms.map((form) => form.announce('name')));
  expect(await stored()).toBe(30);
});

test('a sign of life writes no audit entry and does not extend the session', async () => {
  const entries = () => made.deps.db.$count(auditEntries);
  const ends = async () =>
    await made.deps.db.select({ expiresAt: sessions.expiresAt }).from(sessions).where(eq(sessions.id, 1));
  const before = [await entries(), await ends()];
  const dana = openForm('dana');
  await dana.announce();
  pass(1000);
  await dana.announce('name');
  await dana.leave();
  expect([await entries(), await ends()]).toEqual(before);
});
