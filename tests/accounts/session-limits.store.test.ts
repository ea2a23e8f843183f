import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeUses } from '../../core/accounts/last-use.ts';
import { signInRules } from '../../db/schema/sign-in.ts';
import { sessions } from '../../db/schema/users.ts';
import { handlePurgeSessions } from '../../workers/jobs/purge-sessions.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let clock = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  const variables = { SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9' };
  server = await startTestServer(variables, { now: () => clock });
});
afterAll(() => server.stop());
beforeEach(() => server.deps.db.delete(signInRules));

const advance = (minutes: number) => {
  clock = new Date(Number(clock) + minutes * 60_000);
};

const answer = z.object({ access_token: z.string(), expires_in: z.number() });

/** Signs in over HTTP; returns the token, its seconds and the cookie of downloads with its seconds. */
async function open() {
  const body = new URLSearchParams({ grant_type: 'password', username: admin.userName, password: admin.password });
  const response = await fetch(`${server.address}/token`, { method: 'POST', body });
  const { access_token: token, expires_in: seconds } = answer.parse(await response.json());
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('vitrine-download=')) ?? '';
  return { token, seconds, cookie: cookie.split(';')[0] ?? '', cookieSeconds: /Max-Age=(\d+)/.exec(cookie)?.[1] };
}

/** Status of a read, which also stores the use. */
async function use(token: string, headers: Record<string, string> = {}): Promise<number> {
  const authorization = `Bearer ${token}`;
  const { status } = await fetch(`${server.address}/trpc/session.me`, { headers: { authorization, ...headers } });
  await writeUses(server.deps);
  return status;
}

async function save(sessionHours: number, idleMinutes: number | null): Promise<void> {
  const api = trpcClient(server.address, (await open()).token);
  const { version } = await api.secondFactor.rule.query();
  await api.secondFactor.saveRule.mutate({ version, secondFactorRoles: [], sessionHours, idleMinutes });
  await writeUses(server.deps);
}

describe('the absolute limit of sessions', () => {
  test('is twelve hours before the first save; the answer and the cookie follow the rule', async () => {
    expect(await open()).toMatchObject({ seconds: 12 * 3600, cookieSeconds: String(12 * 3600) });
    await save(2, null);
    expect(await open()).toMatchObject({ seconds: 2 * 3600, cookieSeconds: String(2 * 3600) });
  });

  test('ends a session that is used all the time', async () => {
    await save(2, null);
    const { token } = await open();
    advance(60);
    expect(await use(token)).toBe(200);
    advance(59);
    expect(await use(token)).toBe(200);
    advance(1);
    expect(await use(token)).toBe(401);
  });

  test('shortened, ends existing sessions at once, and does not bring them back when it is longer again', async () => {
    const old = await open();
    advance(180);
    expect(await use(old.token)).toBe(200);
    await save(2, null);
    expect(await use(old.token)).toBe(401);
    await save(720, null);
    expect(await use(old.token)).toBe(401);
  });

  test('shortened by another process, ends existing sessions at once', async () => {
    const { token } = await open();
    advance(180);
    await server.deps.db.insert(signInRules).values({ id: 1, sessionHours: 2, secondFactorRoles: [] });
    expect(await use(token)).toBe(401);
  });

  test('made longer, prolongs no session', async () => {
    const { token } = await open();
    await save(720, null);
    advance(12 * 60 - 1);
    expect(await use(token)).toBe(200);
    advance(1);
    expect(await use(token)).toBe(401);
  });

  test('shows its end in the list of sessions', async () => {
    const { token } = await open();
    await save(3, null);
    const list = await trpcClient(server.address, token).session.list.query();
    const current = list.find(({ isCurrent }) => isCurrent);
    expect(new Date(current?.expiresAt ?? 0)).toEqual(new Date(Number(clock) + 3 * 3_600_000));
  });
});

describe('the limit of sessions without use', () => {
  test('ends a session that is not used, and its downloads', async () => {
    await save(12, 5);
    const { token, cookie } = await open();
    advance(5);
    expect(await use(token)).toBe(200);
    advance(5);
    expect(await use(token)).toBe(200);
    // A use is stored up to a minute late.
    advance(6);
    expect(await use(token)).toBe(401);
    const report = `${server.address}/api/audit.csv`;
    expect((await fetch(report, { headers: { cookie } })).status).toBe(401);
  });

  test('ends a session that was never used', async () => {
    await save(12, 5);
    const { token } = await open();
    advance(6);
    expect(await use(token)).toBe(401);
  });

  test('is not reached by someone who uses the session in between', async () => {
    await save(12, 5);
    const { token } = await open();
    for (let minutes = 0; minutes < 30; minutes += 1) {
      advance(1);
      expect(await use(token)).toBe(200);
    }
  });

  test('does not count requests of a screen that nobody is at', async () => {
    await save(12, 5);
    const { token } = await open();
    for (let minutes = 1; minutes < 6; minutes += 1) {
      advance(1);
      expect(await use(token, { 'x-unattended': '1' })).toBe(200);
    }
    advance(1);
    expect(await use(token, { 'x-unattended': '1' })).toBe(401);
  });

  test('switched off, does not bring back sessions that it has ended', async () => {
    await save(12, 5);
    const { token } = await open();
    advance(10);
    await save(12, null);
    expect(await use(token)).toBe(401);
  });

  test('ended sessions are deleted, others stay', async () => {
    await save(12, 5);
    await open();
    advance(10);
    const { token } = await open();
    await use(token);
    await handlePurgeSessions.run({}, server.deps);
    const left = await server.deps.db.select().from(sessions);
    expect(left.map(({ createdAt }) => createdAt)).toEqual([clock]);
  });
});

test('limits out of bounds are refused with words, and the saved ones are in the audit log', async () => {
  const api = trpcClient(server.address, (await open()).token);
  const limits = (sessionHours: number, idleMinutes: number | null) =>
    api.secondFactor.saveRule.mutate({ version: 0, secondFactorRoles: [], sessionHours, idleMinutes });
  const refused = (field: string) => ({
    data: { httpStatus: 400, fields: { [field]: expect.stringMatching(/^Enter /) } },
  });
  for (const hours of [0, 721, 1.5]) await expect(limits(hours, null)).rejects.toMatchObject(refused('sessionHours'));
  for (const minutes of [4, 721, 5.5]) await expect(limits(12, minutes)).rejects.toMatchObject(refused('idleMinutes'));
  await limits(720, 720);
  await limits(1, 5).catch(() => {});
  const [stored] = await server.deps.db.select().from(signInRules).where(eq(signInRules.id, 1));
  expect(stored).toMatchObject({ version: 1, sessionHours: 720, idleMinutes: 720 });
});
