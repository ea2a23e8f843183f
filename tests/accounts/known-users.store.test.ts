import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../core/accounts/passwords.ts';
import { users } from '../../db/schema/users.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

// Strangers must not learn which users exist: not by the words of an answer, and not by its time.
let server: TestServer;
let smtp: FakeSmtp;
let clock = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  smtp = await startFakeSmtp();
  server = await startTestServer(
    { SAMPLE_CONTENT: 'off', SMTP_URL: smtp.url, MAIL_FROM: 'office@harbour.example', TRUST_PROXY: 'on' },
    { now: () => clock },
  );
  const passwordHash = await hashPassword('tide table');
  const user = (userName: string, values: Partial<typeof users.$inferInsert> = {}) => {
    const email = `${userName}@harbour.example`;
    return {
      userName,
      userNameKey: userName,
      email,
      emailKey: email,
      passwordHash,
      role: 'Editor' as const,
      ...values,
    };
  };
  await server.deps.db
    .insert(users)
    .values(
      [
        user('active'),
        user('left', { isActive: false }),
        user('invited', { passwordHash: '', invitedAt: clock }),
        user('careful', { secondFactorAt: clock }),
      ].map((row) => ({ ...row, createdAt: clock })),
    );
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const known = ['active', 'left', 'invited', 'careful'] as const;
const unknown = 'nobody';

interface Answer {
  status: number;
  text: string;
}

async function post(path: string, body: string, type: string, further: Record<string, string> = {}): Promise<Answer> {
  const headers = { 'content-type': type, ...further };
  const answer = await fetch(`${server.address}${path}`, { method: 'POST', body, headers });
  return { status: answer.status, text: (await answer.text()).replace(/"requestId":"[^"]*"/, '') };
}

const signIn = (username: string) =>
  post(
    '/token',
    String(new URLSearchParams({ grant_type: 'password', username, password: 'not it' })),
    'application/x-www-form-urlencoded',
  );
const login = (UserName: string) =>
  post('/api/users/login', JSON.stringify({ UserName, Password: 'not it' }), 'application/json');
let callers = 0;
/** Asks from another address each time: an address may use public forms 20 times in an hour. */
function forgotten(name: string): Promise<Answer> {
  callers += 1;
  const from = { 'x-forwarded-for': `203.0.113.${callers % 250}` };
  return post(
    '/trpc/accountLinks.forgotten',
    JSON.stringify({ email: `${name}@harbour.example` }),
    'application/json',
    from,
  );
}
const read = (token: string) => post('/trpc/accountLinks.read', JSON.stringify({ token }), 'application/json');

/**
 * Ratio of the times of two calls, the longer by the shorter. The calls take turns, so that other work on the machine slows
 * both, and the lower quartiles count: that work makes calls slower, never faster.
 */
async function ratioOfTimes(one: () => Promise<Answer>, other: () => Promise<Answer>, tries: number): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < tries * 2; turn += 1) {
    const startedAt = performance.now();
    await (turn % 2 === 0 ? one : other)();
    times[turn % 2 === 0 ? 0 : 1].push(performance.now() - startedAt);
  }
  const [a, b] = times.map((list) => list.toSorted((x, y) => x - y)[Math.floor(list.length / 4)] ?? 0);
  return Math.max(a ?? 0, b ?? 0) / Math.min(a ?? 0, b ?? 0);
}

// Without the hash for unknown users the ratio is 3.5 to 9 on a busy machine.
const maxRatio = 2.5;

describe.each([
  { way: 'POST /token', attempt: signIn, status: 400 },
  { way: 'POST /api/users/login', attempt: login, status: 401 },
])('a sign-in by $way', ({ attempt, status }) => {
  test('has the same words for every user who exists and for those who do not', async () => {
    const wanted = await attempt(unknown);
    expect(wanted.status).toBe(status);
    expect(wanted.text).toContain('The user name or password is incorrect.');
    for (const name of known) expect(await attempt(name), name).toEqual(wanted);
  });

  test.each(known)('takes the same time for a user who does not exist as for the %s one', async (name) => {
    const ratio = await ratioOfTimes(
      () => attempt(name),
      () => attempt(unknown),
      11,
    );
    expect(ratio).toBeLessThan(maxRatio);
  });
});

test('a forgotten password has the same words and time for known and unknown addresses', async () => {
  const wanted = await forgotten(unknown);
  expect(wanted.status).toBe(200);
  for (const name of known) expect(await forgotten(name), name).toEqual(wanted);
  const ratio = await ratioOfTimes(
    () => forgotten('active'),
    () => forgotten(unknown),
    21,
  );
  expect(ratio).toBeLessThan(maxRatio);
});

test('a link that was withdrawn, has expired or never existed has the same words', async () => {
  const session = trpcClient(server.address, server.adminToken);
  const give = async () => {
    const { users: list } = await session.users.list.query();
    const id = list.find(({ userName }) => userName === 'active')?.id ?? 0;
    const made = await session.users.giveLink.mutate({ id, way: 'shown' });
    return /accept\/([\w-]{43})/.exec(JSON.stringify(made))?.[1] ?? '';
  };
  const withdrawn = await give();
  const open = await give();
  expect((await read(open)).status).toBe(200);
  const wanted = await read('x'.repeat(43));
  expect(wanted.status).toBe(404);
  expect(await read(withdrawn)).toEqual(wanted);
  clock = new Date(Number(clock) + 25 * 3_600_000);
  expect(await read(open)).toEqual(wanted);
});
