import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionSeconds } from '../../core/accounts/sessions.ts';
import { sessions } from '../../db/schema/users.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { addClientUser } from '../fixture/users.ts';

let server: TestServer;
let clock = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' }, { now: () => clock });
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
      expires_in: sessionSeconds,
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
  });
});

describe('POST /api/users/login', () => {
  async function login(body: unknown) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.address}/api/users/login`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    return { status: answer.status, body: await answer.json() };
  }

  test('wraps the sign-in response in the envelope', async () => {
    const { body } = await login({ UserName: 'admin', Password: admin.password });
    expect(body).toMatchObject({ Status: 0, Data: { UserName: 'admin', userRole: 'Admin', twilioClientId: 0 } });
  });

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
    clock = new Date(signedInAt.getTime() + sessionSeconds * 1000 - 1);
    expect((await me(bearer)).status).toBe(200);
    clock = new Date(signedInAt.getTime() + sessionSeconds * 1000);
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
    expect((await change({ password: 'spring tide', userName: 'Mira' })).status).toBe(200);
    expect((await me(here)).status).toBe(200);
    expect((await me(elsewhere)).status).toBe(401);
    await expect(signIn(server.address, user)).rejects.toThrow();
    await signIn(server.address, { ...user, password: 'spring tide' });
  });

  test('tokens are not stored in plain text', async () => {
    const bearer = await signIn(server.address, admin);
    const stored = JSON.stringify(await server.deps.db.select().from(sessions));
    expect(stored).not.toContain(bearer);
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
    expect((await token(body, { cookie, 'x-xsrf-token': value })).status).toBe(200);
  });
});

describe('attempt limit', () => {
  test('counts by user name and by IP address and sends Retry-After', async () => {
    const strict = await startTestServer({ SAMPLE_CONTENT: 'off', LOGIN_ATTEMPTS_PER_MINUTE: '3' });
    try {
      const attempt = (username: string) =>
        fetch(`${strict.address}/token`, {
          method: 'POST',
          body: new URLSearchParams({ grant_type: 'password', username, password: 'wrong' }),
        });
      const statuses = [];
      for (let count = 0; count < 3; count += 1) statuses.push((await attempt('admin')).status);
      const refused = await attempt('admin');
      expect([...statuses, refused.status]).toEqual([400, 400, 400, 429]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await attempt('someone else')).status).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});
