import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addClientUser, addSignedIn } from '../fixture/users.ts';

let server: TestServer;
let clock = new Date('2026-11-21T10:00:00Z');
/** Called before a session's tokens are made, after the password was checked. */
let beforeTokens = () => {};

beforeAll(async () => {
  const variables = { SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9' };
  const random = (size: number) => {
    beforeTokens();
    return randomBytes(size);
  };
  server = await startTestServer(variables, { now: () => clock, randomBytes: random });
  await addClientUser(server.deps, { userName: 'Mira', password: 'tide table', telephonyClientId: 7 });
});
afterAll(() => server.stop());

function token(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(`${server.address}/token`, { method: 'POST', body: new URLSearchParams(fields), headers });
}

function me(bearer: string) {
  return fetch(`${server.address}/trpc/session.me`, { headers: { authorization: `Bearer ${bearer}` } });
}

describe('POST /token', () => {
  test('replies with the sign-in response of the specification', async () => {
    const answer = await token({
      grant_type: 'password',
      username: 'MIRA',
      password: 'tide table',
      client_id: 'AdminApp',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      UserName: 'Mira',
      // Twelve hours.
      expires_in: 43_200,
      userRole: 'Client',
      twilioClientId: 7,
    });
  });

  test('replies the same to an unknown user and a wrong password', async () => {
    const answers = await Promise.all(
      ['admin', 'nobody'].map((username) => token({ grant_type: 'password', username, password: 'wrong' })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map((answer) => answer.status)).toEqual([400, 400]);
    expect(bodies[0]).toEqual({ error: 'invalid_grant', error_description: 'The user name or password is incorrect.' });
    expect(bodies[1]).toEqual(bodies[0]);
  });

  test('names empty fields in the specification’s words', async () => {
    const answer = await token({ grant_type: 'password', username: '', password: '' });
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'Username field is required. Password field is required',
    });
  });

  test('refuses other grant types', async () => {
    const answer = await token({ grant_type: 'client_credentials' });
    expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
    const withoutBody = await fetch(`${server.address}/token`, { method: 'POST' });
    expect([withoutBody.status, await withoutBody.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });

  test('passwords are stored with the cost that OWASP recommends', async () => {
    const [mira] = await server.deps.db.select().from(users).where(eq(users.userNameKey, 'mira'));
    expect(mira?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('the documents of both paths name their refusals', async () => {
    const answers = (...statuses: string[]) => ({
      post: { responses: Object.fromEntries(statuses.map((status) => [status, expect.anything()])) },
    });
    const documents = await (await fetch(`${server.address}/api/openapi.json`)).json();
    expect(documents).toMatchObject({
      paths: {
        '/token': answers('200', '400', '429'),
        '/api/users/login': answers('200', '400', '401', '429'),
      },
    });
  });

  test.runIf(dialect === 'sqlite')(
    'the password may change between its check and the session: no session',
    async () => {
      await addClientUser(server.deps, { userName: 'Nora', password: 'tide table', telephonyClientId: 7 });
      const count = () => server.deps.db.$count(sessions);
      const before = await count();
      beforeTokens = () => void server.store.execute(`update users set password_hash = 'new' where user_name = 'Nora'`);
      const answer = await token({ grant_type: 'password', username: 'nora', password: 'tide table' });
      beforeTokens = () => {};
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
      expect(await count()).toBe(before);
      await signIn(server.address, { userName: 'mira', password: 'tide table' });
    },
  );
});

describe('POST /api/users/login', () => {
  async function login(body: unknown) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.address}/api/users/login`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return { status: answer.status, body: await answer.json(), cookies: answer.headers.getSetCookie() };
  }

  test('wraps the sign-in response in the envelope and sets both cookies', async () => {
    const { body, cookies } = await login({ UserName: 'admin', Password: admin.password });
    expect(body).toMatchObject({ Status: 0, Data: { UserName: 'admin', userRole: 'Admin', twilioClientId: 0 } });
    // 24 and 32 random bytes.
    expect(cookies.map((cookie) => cookie.split(';')[0]).sort()).toEqual([
      expect.stringMatching(/^XSRF-TOKEN=[\w-]{32}$/),
      expect.stringMatching(/^vitrine-download=[\w-]{43}$/),
    ]);
  });

  test.each(['admin', 'nobody'])('refuses a wrong password of %s', async (UserName) => {
    const answer = await login({ UserName, Password: 'wrong' });
    const body = { Status: 5, Message: 'The user name or password is incorrect.', Data: null };
    expect(answer).toEqual({ status: 401, body, cookies: [] });
  });

  test.runIf(dialect === 'sqlite')(
    'a session that cannot be stored is an error of the server, not of the password',
    async () => {
      await server.deps.db.run(sql`alter table sessions rename to sessions_away`);
      try {
        expect((await login({ UserName: 'admin', Password: admin.password })).status).toBe(500);
      } finally {
        await server.deps.db.run(sql`alter table sessions_away rename to sessions`);
      }
    },
  );

  test.each([null, [], { UserName: {} }, { UserName: 'a'.repeat(500), Password: 'x' }])(
    'refuses %j with status 3',
    async (body) => {
      expect(await login(body)).toMatchObject({ status: 400, body: { Status: 3 } });
    },
  );
});

describe('sessions', () => {
  test('an unknown, malformed or missing token is 401', async () => {
    for (const bearer of ['nonsense', 'x'.repeat(5000), '']) expect((await me(bearer)).status).toBe(401);
  });

  test('end at logout', async () => {
    const bearer = await signIn(server.address, admin);
    expect((await me(bearer)).status).toBe(200);
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    await fetch(`${server.address}/trpc/session.logout`, { method: 'POST', headers, body: '{}' });
    expect((await me(bearer)).status).toBe(401);
  });

  test('end when they expire', async () => {
    const bearer = await signIn(server.address, admin);
    const signedInAt = clock;
    clock = new Date(signedInAt.getTime() + 12 * 3_600_000 - 1);
    expect((await me(bearer)).status).toBe(200);
    clock = new Date(signedInAt.getTime() + 12 * 3_600_000);
    expect((await me(bearer)).status).toBe(401);
    clock = signedInAt;
  });

  test('a new password ends the other sessions and invalidates the old password', async () => {
    const user = { userName: 'mira', password: 'tide table' };
    const [here, elsewhere] = [await signIn(server.address, user), await signIn(server.address, user)];
    const headers = { authorization: `Bearer ${here}`, 'content-type': 'application/json' };
    const change = (body: unknown) =>
      fetch(`${server.address}/trpc/session.changePassword`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await change({ password: 'short' })).status).toBe(400);
    expect((await change({ password: 'spring tide', userName: 'admin' })).status).toBe(403);
    expect((await change({ password: 'spring tide', userName: 'm'.repeat(120) })).status).toBe(403);
    expect((await change({ password: 'spring tide', userName: 'm'.repeat(121) })).status).toBe(400);
    expect((await change({ password: 'spring tide', currentPassword: 'x'.repeat(201) })).status).toBe(400);
    expect((await change({ password: 'spring tide', userName: 'MIRA' })).status).toBe(200);
    expect((await me(here)).status).toBe(200);
    expect((await me(elsewhere)).status).toBe(401);
    await expect(signIn(server.address, user)).rejects.toThrow();
    await signIn(server.address, { ...user, password: 'spring tide' });
  });

  test('a deactivated user is signed out and cannot sign in; others stay', async () => {
    await addClientUser(server.deps, { userName: 'Left', password: 'tide table', telephonyClientId: 7 });
    await addClientUser(server.deps, { userName: 'Stays', password: 'tide table', telephonyClientId: 7 });
    const left = { userName: 'left', password: 'tide table' };
    const stays = { userName: 'stays', password: 'tide table' };
    const [ended, kept] = [await signIn(server.address, left), await signIn(server.address, stays)];
    await server.deps.db.update(users).set({ isActive: false }).where(eq(users.userNameKey, 'left'));
    expect([(await me(ended)).status, (await me(kept)).status]).toEqual([401, 200]);
    await expect(signIn(server.address, left)).rejects.toThrow();
    await signIn(server.address, stays);
  });

  test('tokens are not stored in plain text', async () => {
    const bearer = await signIn(server.address, admin);
    const stored = JSON.stringify(await server.deps.db.select().from(sessions));
    expect(stored).not.toContain(bearer);
  });
});

describe('the users of an SMS account', () => {
  const account = {
    projectName: 'Harbour',
    accountSid: `AC${'a'.repeat(32)}`,
    authToken: 'b'.repeat(32),
    phoneNumber: '+15005550007',
    isActive: true,
    isDefault: false,
  };
  const anna = { userName: 'anna', password: 'harbour lights' };
  const bert = { userName: 'bert', password: 'bridge of sighs' };
  const admins = () => trpcClient(server.address, server.adminToken);
  const ids = { anna: 0, bert: 0 };

  beforeAll(async () => {
    for (const [user, number] of [
      [anna, '+15005550001'],
      [bert, '+15005550002'],
    ] as const) {
      const names = { firstName: user.userName, lastName: 'Tide' };
      const values = { ...account, ...names, ...user, twilioPhoneNumber: number };
      const created = await admins().telephony.clients.create.mutate({ values });
      ids[user.userName === 'anna' ? 'anna' : 'bert'] = created.id;
    }
  });

  const setActive = (isActive: boolean) =>
    admins().telephony.clients.save.mutate({
      id: ids.anna,
      values: { ...account, authToken: '********', twilioPhoneNumber: '+15005550001', isActive },
    });

  test('are signed out at once and refused while the account is not active; those of another account stay', async () => {
    const [ended, kept] = [await signIn(server.address, anna), await signIn(server.address, bert)];
    const ofAccount = { userName: 'harbour master', telephonyClientId: ids.anna };
    const adminOfAccount = (await addSignedIn(server.deps, 'Admin', ofAccount)).token;
    await setActive(true);
    for (const bearer of [ended, kept]) expect((await me(bearer)).status).toBe(200);
    await setActive(false);
    expect((await me(ended)).status).toBe(401);
    for (const bearer of [kept, server.adminToken, adminOfAccount]) expect((await me(bearer)).status).toBe(200);
    const refused = await token({ grant_type: 'password', username: anna.userName, password: anna.password });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'The user name or password is incorrect.' },
    ]);
    await signIn(server.address, bert);
    await setActive(true);
    expect((await me(ended)).status).toBe(401);
    expect((await me(await signIn(server.address, anna))).status).toBe(200);
  });

  test('a session that opens while the account is deactivated does not survive either', async () => {
    const late = await signIn(server.address, anna);
    await server.deps.db.update(telephonyClients).set({ isActive: false }).where(eq(telephonyClients.id, ids.anna));
    expect((await me(late)).status).toBe(401);
    await setActive(true);
  });

  test('are listed by name, without an Admin of the account and the users of another one', async () => {
    for (const userName of ['Zoe', 'aaron', 'Bela'])
      await addClientUser(server.deps, { userName, password: 'tide table', telephonyClientId: ids.bert });
    await addSignedIn(server.deps, 'Admin', { userName: 'bridge keeper', telephonyClientId: ids.bert });
    const found = await admins().users.ofAccount.query({ telephonyClientId: ids.bert });
    expect(found.map(({ userName }) => userName)).toEqual(['aaron', 'Bela', 'bert', 'Zoe']);
  });

  test('get a new password from an Admin, which ends their sessions and nobody else’s', async () => {
    const [ended, kept] = [await signIn(server.address, anna), await signIn(server.address, bert)];
    const [user, ...others] = await admins().users.ofAccount.query({ telephonyClientId: ids.anna });
    expect(others).toEqual([]);
    expect(user).toEqual({ id: expect.any(Number), userName: 'anna', firstName: 'anna', lastName: 'Tide' });
    const id = user?.id ?? 0;
    const set = (password: string, as = server.adminToken) =>
      trpcClient(server.address, as).users.setPassword.mutate({ id, password });
    await expect(set('Anna')).rejects.toMatchObject({ data: { httpStatus: 400 } });
    await expect(set('a stolen one', kept)).rejects.toMatchObject({ data: { httpStatus: 403 } });
    expect((await me(ended)).status).toBe(200);
    await set('lighthouse keeper');
    expect([(await me(ended)).status, (await me(kept)).status]).toEqual([401, 200]);
    await expect(signIn(server.address, anna)).rejects.toThrow();
    await signIn(server.address, { ...anna, password: 'lighthouse keeper' });
    await signIn(server.address, bert);
    const [adminUser] = await server.deps.db.select().from(users).where(eq(users.role, 'Admin'));
    const ofAdmin = admins().users.setPassword.mutate({ id: adminUser?.id ?? 0, password: 'lighthouse keeper' });
    await expect(ofAdmin).rejects.toMatchObject({ data: { httpStatus: 404 } });
    await signIn(server.address, admin);
  });
});

describe('new passwords', () => {
  const change = async (input: { password: string; currentPassword?: string }) => {
    const bearer = await signIn(server.address, bertNow);
    return trpcClient(server.address, bearer).session.changePassword.mutate(input);
  };
  const bertNow = { userName: 'bert', password: 'bridge of sighs' };

  test.each([
    ['      ', 'Password must not consist of spaces only'],
    ['Password1', 'Password is one of those that attackers try first'],
    ['123456789', 'Password is one of those that attackers try first'],
    ['short', 'Password takes at least 6 characters'],
  ])('%j is refused in words', async (password, message) => {
    await expect(change({ password })).rejects.toMatchObject({ data: { fields: { password: message } } });
  });

  test('the user name is refused, also for a new user', async () => {
    await addClientUser(server.deps, { userName: 'Lighthouse', password: 'tide table', telephonyClientId: 7 });
    const bearer = await signIn(server.address, { userName: 'lighthouse', password: 'tide table' });
    const own = trpcClient(server.address, bearer).session.changePassword.mutate({ password: 'LIGHTHOUSE' });
    const fields = { password: 'Password must not be the user name' };
    await expect(own).rejects.toMatchObject({ data: { httpStatus: 400, fields } });
  });

  test('a wrong current password is refused and counted like a sign-in', async () => {
    const wrong = change({ password: 'spring tide', currentPassword: 'wrong' });
    await expect(wrong).rejects.toMatchObject({
      data: { httpStatus: 400, fields: { currentPassword: 'The current password is wrong' } },
    });
    await change({ password: 'spring tide', currentPassword: bertNow.password });
    await signIn(server.address, { ...bertNow, password: 'spring tide' });
  });
});

describe('anti-forgery', () => {
  test('a write with the product’s cookies needs the header', async () => {
    const body = { grant_type: 'password', username: 'admin', password: admin.password };
    const cookies = (await token(body)).headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('vitrine-download='))).toMatch(/HttpOnly; SameSite=Strict/);
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const value = /XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? '';
    expect((await token(body, { cookie })).status).toBe(403);
    expect((await token(body, { cookie, 'x-xsrf-token': 'guessed' })).status).toBe(403);
    const sameLength = value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await token(body, { cookie, 'x-xsrf-token': sameLength })).status).toBe(403);
    expect((await token(body, { cookie, 'x-xsrf-token': value })).status).toBe(200);
    // One of the two cookies is enough to need the header.
    const [download, proof] = [/vitrine-download=[\w-]+/, /XSRF-TOKEN=[\w-]+/].map((part) => part.exec(cookie)?.[0]);
    for (const one of [download, proof]) {
      expect((await token(body, { cookie: one ?? '' })).status).toBe(403);
      expect((await token(body, { cookie: one ?? '', 'x-xsrf-token': 'guessed' })).status).toBe(403);
    }
    const again = await token(body, { cookie: proof ?? '', 'x-xsrf-token': value });
    const names = again.headers.getSetCookie().map((line) => line.split('=')[0]);
    expect([again.status, names]).toEqual([200, ['vitrine-download']]);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s needs no header', async (method) => {
    const answer = await fetch(`${server.address}/api/getallplan`, { method, headers: { cookie: 'XSRF-TOKEN=any' } });
    expect(answer.status).not.toBe(403);
  });
});

describe('attempt limit', () => {
  let strict: TestServer;
  beforeAll(async () => {
    const variables = {
      SAMPLE_CONTENT: 'off',
      LOGIN_ATTEMPTS_PER_MINUTE: '3',
      TRUST_PROXY: 'on',
      PUBLIC_URL: 'https://shop.example',
    };
    strict = await startTestServer(variables);
    await addClientUser(strict.deps, { userName: 'Mira', password: 'tide table', telephonyClientId: 7 });
  });
  afterAll(() => strict.stop());

  const attempt = (from: string, username: string, password: string) =>
    fetch(`${strict.address}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', username, password }),
      headers: { 'x-forwarded-for': from },
    });
  const statuses = async (from: string, attempts: readonly (readonly [userName: string, password: string])[]) => {
    const found: number[] = [];
    for (const [userName, password] of attempts) found.push((await attempt(from, userName, password)).status);
    return found;
  };
  const wrong = ['admin', 'wrong'] as const;
  const right = ['admin', admin.password] as const;

  test('an address that guesses is refused, also with the right password; the user signs in from elsewhere', async () => {
    expect(
      await statuses(
        '192.0.2.1',
        Array.from({ length: 30 }, () => wrong),
      ),
    ).toEqual([400, 400, 400, ...Array.from({ length: 27 }, () => 429)]);
    const refused = await attempt('192.0.2.1', ...right);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: 'slow_down', error_description: 'Too many sign-in attempts. Please wait a moment and try again.' },
    ]);
    // Thirty quick attempts are refused for the rest of a minute.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(40);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await attempt('192.0.2.1', 'someone else', 'wrong')).status).toBe(429);
    expect((await attempt('192.0.2.2', ...right)).status).toBe(200);
  });

  test('an own sign-in does not reset the failed attempts of its address, and is not counted itself', async () => {
    const own = ['Mira', 'tide table'] as const;
    expect(await statuses('192.0.2.3', [own, own, own, own, wrong, own, wrong, own, wrong, own])).toEqual([
      200, 200, 200, 200, 400, 200, 400, 200, 400, 429,
    ]);
  });

  test('unreadable requests count too', async () => {
    const send = async (path: string, type: string, body: string) => {
      const headers = { 'content-type': type, 'x-forwarded-for': '192.0.2.4' };
      return (await fetch(`${strict.address}${path}`, { method: 'POST', body, headers })).status;
    };
    expect(await send('/api/users/login', 'application/json', '{')).toBe(400);
    expect(await send('/token', 'application/x-www-form-urlencoded', 'grant_type=magic')).toBe(400);
    expect(await send('/token', 'text/csv', 'a,b')).toBe(415);
    expect(await send('/api/users/login', 'application/json', '{}')).toBe(429);
    expect(await send('/token', 'application/x-www-form-urlencoded', '')).toBe(429);
  });

  test('the check of the current password counts wrong ones with the sign-ins of its address', async () => {
    const own = { userName: 'Omar', password: 'tide table' };
    await addClientUser(strict.deps, { ...own, telephonyClientId: 7 });
    const headers = {
      authorization: `Bearer ${await signIn(strict.address, own)}`,
      'content-type': 'application/json',
      'x-forwarded-for': '192.0.2.7',
    };
    const found: number[] = [];
    for (const currentPassword of [own.password, own.password, 'wrong', own.password, 'wrong', 'wrong', own.password]) {
      const body = JSON.stringify({ password: own.password, currentPassword });
      found.push(
        (await fetch(`${strict.address}/trpc/session.changePassword`, { method: 'POST', headers, body })).status,
      );
    }
    expect(found).toEqual([200, 200, 400, 200, 400, 400, 429]);
    expect((await attempt('192.0.2.7', own.userName, own.password)).status).toBe(429);
  });

  test('cookies are secure if PUBLIC_URL is https, and only then', async () => {
    const secure = (await attempt('192.0.2.6', ...right)).headers.getSetCookie();
    const body = { grant_type: 'password', username: admin.userName, password: admin.password };
    const plain = (await token(body)).headers.getSetCookie();
    for (const cookies of [secure, plain])
      expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual(['XSRF-TOKEN', 'vitrine-download']);
    for (const cookie of secure) expect(cookie).toMatch(/; Secure(;|$)/);
    for (const cookie of plain) expect(cookie).not.toMatch(/Secure/);
  });

  test('a user name that many addresses try is slowed by seconds, others are not', async () => {
    for (let number = 1; number <= 5; number += 1) await attempt(`198.51.100.${number}`, 'Mira', 'wrong');
    const timed = async (...user: readonly [string, string]) => {
      const start = performance.now();
      const { status } = await attempt('192.0.2.5', ...user);
      return { status, seconds: (performance.now() - start) / 1000 };
    };
    const slowed = await timed('mira', 'tide table');
    expect(slowed.status).toBe(200);
    expect(slowed.seconds).toBeGreaterThanOrEqual(0.99);
    expect((await timed(...right)).seconds).toBeLessThan(0.9);
  });
});
