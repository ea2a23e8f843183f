import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { maxApiTokens } from '../../contract/api-tokens.ts';
import { createLog } from '../../core/log/log.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { users } from '../../db/schema/users.ts';
import { handlePurgeSessions } from '../../workers/jobs/purge-sessions.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';

// Who may call what with which scope is tests/rest/access.test.ts.
let server: TestServer;
let clock = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ TWILIO_API_BASE: 'http://127.0.0.1:9' }, { now: () => clock });
});
afterAll(() => server.stop());

const dayMs = 86_400_000;
const later = (ms: number) => {
  clock = new Date(Number(clock) + ms);
};

function call(method: 'GET' | 'POST', path: string, token: string, body?: object) {
  return fetch(`${server.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** A new Owner's session, with a recent proof of identity. */
const owner = async (userName: string) => (await addSignedIn(server.deps, 'Admin', { userName })).token;

const created = z.object({
  Message: z.string().nullable(),
  Data: z
    .object({
      TokenID: z.number(),
      Token: z.string(),
      ExpiresAt: z.string(),
      fields: z.record(z.string(), z.string()),
    })
    .partial()
    .nullable(),
});

async function create(session: string, body: object) {
  const answer = await call('POST', '/api/tokens', session, body);
  const { Message, Data } = created.parse(await answer.json());
  const { TokenID = 0, Token = '', ExpiresAt = '', fields = {} } = Data ?? {};
  return { status: answer.status, Message, TokenID, Token, ExpiresAt, fields };
}

const listed = z.object({ Data: z.array(z.looseObject({ TokenID: z.number(), LastUsedAt: z.string().nullable() })) });

async function list(session: string) {
  return listed.parse(await (await call('GET', '/api/tokens', session)).json()).Data;
}

describe('over REST', () => {
  test('a token is shown once, works at once, and ends with its revocation', async () => {
    const session = await owner('harbour-master');
    const made = await create(session, { Name: 'Deploy', Scopes: ['content:read'] });
    expect(made.status).toBe(200);
    const { TokenID, Token, ExpiresAt } = made;
    expect(Token).toMatch(/^vt_[\w-]{40}$/);
    expect(Number(new Date(ExpiresAt)) - Number(clock)).toBe(90 * dayMs);

    expect((await call('GET', '/api/releases', Token)).status).toBe(200);
    expect((await call('POST', '/api/savefactdetail', Token, {})).status).toBe(403);
    const tokens = await list(session);
    expect(JSON.stringify(tokens)).not.toContain(Token);
    const own = tokens.find((one) => one.TokenID === TokenID);
    expect(own).toMatchObject({ Name: 'Deploy', Hint: Token.slice(0, 8), UserName: 'harbour-master', RevokedAt: null });
    await expect.poll(async () => (await lastUse(session, TokenID)) !== null).toBe(true);

    expect((await call('POST', '/api/tokens/revoke', Token, { TokenID })).status).toBe(403);
    expect((await call('POST', '/api/tokens/revoke', session, { TokenID })).status).toBe(200);
    expect((await call('GET', '/api/releases', Token)).status).toBe(401);
  });

  async function lastUse(session: string, id: number): Promise<string | null> {
    return (await list(session)).find((one) => one.TokenID === id)?.LastUsedAt ?? null;
  }

  test('refuses scopes that the role lacks, unknown ones, and an expiry out of bounds', async () => {
    const session = (await addSignedIn(server.deps, 'Operator', { userName: 'night-watch' })).token;
    const refused = async (body: object) => {
      const answer = await create(session, { Name: 'Test', Scopes: ['jobs'], ...body });
      return [answer.status, Object.values(answer.fields)];
    };
    const at = (days: number) => ({ ExpiresAt: new Date(Number(clock) + days * dayMs).toISOString() });
    expect(await refused({ Scopes: ['jobs', 'content:write'] })).toEqual([
      400,
      ['Your role has no permission for content:write'],
    ]);
    expect(await refused({ Scopes: ['everything'] })).toEqual([400, ['Scopes has an unknown scope']]);
    expect(await refused({ Scopes: [] })).toEqual([400, ['Choose at least one scope']]);
    expect(await refused({ Name: ' ' })).toEqual([400, ['Name is required']]);
    expect(await refused(at(-1))).toEqual([400, ['The expiry must be in the future']]);
    expect(await refused(at(731))).toEqual([400, ['A token is good for two years at most']]);
    expect((await create(session, { Name: 'Long', Scopes: ['jobs'], ...at(729) })).status).toBe(200);
  });

  test('needs a recent proof of identity, also to revoke', async () => {
    const session = await owner('second-mate');
    const made = await create(session, { Name: 'First', Scopes: ['jobs'] });
    later(11 * 60_000);
    const refused = await create(session, { Name: 'Second', Scopes: ['jobs'] });
    expect([refused.status, refused.Message]).toEqual([403, 'Confirm that it is you, then try again.']);
    const { TokenID } = made;
    expect((await call('POST', '/api/tokens/revoke', session, { TokenID })).status).toBe(403);
  });
});

const refused = z.object({ Message: z.string() });

test('an expired, revoked or unknown token is refused with the reason, over REST and tRPC', async () => {
  const session = await owner('pilot');
  const soon = new Date(Number(clock) + 30_000).toISOString();
  const expired = await create(session, { Name: 'Expired', Scopes: ['content:read'], ExpiresAt: soon });
  const revoked = await create(session, { Name: 'Revoked', Scopes: ['content:read'] });
  await call('POST', '/api/tokens/revoke', session, { TokenID: revoked.TokenID });
  later(30_000);
  for (const [token, message] of [
    [expired.Token, 'This API token has expired.'],
    [revoked.Token, 'This API token was revoked.'],
    [`vt_${'b'.repeat(40)}`, 'This API token is not valid.'],
  ] as const) {
    const answer = await call('GET', '/api/releases', token);
    expect([answer.status, refused.parse(await answer.json()).Message]).toEqual([401, message]);
    await expect(trpcClient(server.address, token).releases.list.query()).rejects.toThrow(message);
  }
});

test('a scope that is removed from a token ends with the next request', async () => {
  const session = await owner('boatswain');
  const { Token, TokenID } = await create(session, { Name: 'Both', Scopes: ['content:read', 'jobs'] });
  const statuses = async () => [
    (await call('GET', '/api/releases', Token)).status,
    (await call('GET', '/trpc/jobs.parkedCount', Token)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  await server.deps.db
    .update(apiTokens)
    .set({ scopes: ['jobs'] })
    .where(eq(apiTokens.id, TokenID));
  expect(await statuses()).toEqual([403, 200]);
});

test('a token ends at its expiry, and with its user', async () => {
  const session = await owner('third-mate');
  const soon = new Date(Number(clock) + 60_000).toISOString();
  const short = (await create(session, { Name: 'Short', Scopes: ['jobs'], ExpiresAt: soon })).Token;
  const long = (await create(session, { Name: 'Long', Scopes: ['jobs'] })).Token;
  const statusOf = async (token: string) => (await call('GET', '/trpc/jobs.parkedCount', token)).status;
  expect([await statusOf(short), await statusOf(long)]).toEqual([200, 200]);
  later(60_000);
  expect([await statusOf(short), await statusOf(long)]).toEqual([401, 200]);
  await server.deps.db.update(users).set({ isActive: false }).where(eq(users.userName, 'third-mate'));
  expect(await statusOf(long)).toBe(401);
});

test('of one user, others see nothing and revoke nothing; an Owner sees and revokes all', async () => {
  const { token: operator } = await addSignedIn(server.deps, 'Operator', { userName: 'lamp-keeper' });
  const { token: other } = await addSignedIn(server.deps, 'Operator', { userName: 'bell-keeper' });
  const { TokenID } = await create(operator, { Name: 'Lamp', Scopes: ['health:read'] });
  const names = async (session: string) =>
    (await trpcClient(server.address, session).tokens.list.query()).map(({ name }) => name);
  expect([await names(other), await names(operator)]).toEqual([[], ['Lamp']]);
  expect((await call('POST', '/api/tokens/revoke', other, { TokenID })).status).toBe(404);
  const captain = await owner('captain');
  expect(await names(captain)).toContain('Lamp');
  expect((await call('POST', '/api/tokens/revoke', captain, { TokenID })).status).toBe(200);
});

test(`a user has at most ${maxApiTokens} live tokens, also when two are made at once`, async () => {
  const session = await owner('quartermaster');
  const make = (at: number) => create(session, { Name: `Token ${at}`, Scopes: ['jobs'] });
  for (let at = 1; at < maxApiTokens; at += 1) expect((await make(at)).status).toBe(200);
  const statuses = (await Promise.all([make(50), make(51), make(52)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409, 409]);
});

test('above 600 requests in a minute a token is refused with the time to wait', async () => {
  const session = await owner('signalman');
  const { Token } = await create(session, { Name: 'Busy', Scopes: ['jobs'] });
  const statuses: number[] = [];
  const waits = new Set<string | null>();
  for (let round = 0; round < 61; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('GET', '/trpc/jobs.parkedCount', Token)));
    for (const { status, headers } of answers) {
      statuses.push(status);
      if (status === 429) waits.add(headers.get('retry-after'));
    }
  }
  expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length]).toEqual([
    600, 10,
  ]);
  for (const seconds of waits) expect(Number(seconds)).toBeGreaterThan(0);
  expect((await call('GET', '/trpc/jobs.parkedCount', session)).status).toBe(200);
});

describe('a token that appears elsewhere is masked', () => {
  const token = `vt_${'a'.repeat(40)}`;

  test('in the log', () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    createLog('info', sink).info(
      { url: `/api/releases?token=${token}`, nested: { body: { note: token } } },
      `got ${token}`,
    );
    expect(lines.join('')).not.toContain(token);
    expect(lines.join('')).toContain('vt_[left out]');
  });

  test('in the answer to an unknown address', async () => {
    for (const path of [`/trpc/${token}`, `/api/${token}`]) {
      const answer = await call('GET', path, await owner(`clerk${path.slice(0, 5).replaceAll('/', '-')}`));
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain(token);
    }
  });

  test('in the audit log, which names the token that acts', async () => {
    const session = await owner('purser');
    const { Token } = await create(session, { Name: 'Robot', Scopes: ['content:write'] });
    const [heading] = await trpcClient(server.address, session).facts.heading.list.query({});
    const values = { label: `Key ${token}`, count: 3, isActive: true };
    await trpcClient(server.address, Token).facts.items.save.mutate({ parentId: heading?.id, values });
    const [entry] = await server.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.userName, 'purser (token Robot)'));
    expect(entry?.action).toBe('facts.items.save');
    expect(JSON.stringify(entry)).toContain('Key vt_…');
    expect(JSON.stringify(entry)).not.toContain(token);
  });
});

test('a token that expired or was revoked a year ago is deleted, with its last use until then', async () => {
  const session = await owner('archivist');
  const old = await create(session, { Name: 'Old', Scopes: ['jobs'] });
  const revoked = await create(session, { Name: 'Revoked', Scopes: ['jobs'] });
  await call('POST', '/api/tokens/revoke', session, { TokenID: revoked.TokenID });
  const now = clock;
  const left = async (daysLater: number) => {
    clock = new Date(Number(now) + daysLater * dayMs);
    await handlePurgeSessions.run({}, server.deps);
    const ids = new Set((await server.deps.db.select().from(apiTokens)).map(({ id }) => id));
    return [ids.has(old.TokenID), ids.has(revoked.TokenID)];
  };
  expect(await left(364)).toEqual([true, true]);
  expect(await left(366)).toEqual([true, false]);
  expect(await left(90 + 364)).toEqual([true, false]);
  expect(await left(90 + 366)).toEqual([false, false]);
});
