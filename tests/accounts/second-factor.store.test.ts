import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Role } from '../../contract/roles.ts';
import { hashPassword } from '../../core/accounts/passwords.ts';
import { readConfig } from '../../core/config/config.ts';
import { resealSecrets } from '../../core/telephony/rotate-secrets.ts';
import { renewSecretFile } from '../../core/telephony/secrets.ts';
import { dialect } from '../../db/dialect.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { recoveryCodes, totpSecrets } from '../../db/schema/credentials.ts';
import { pendingSteps, signInRules } from '../../db/schema/sign-in.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

const password = 'tide table';
const codeGrant = 'urn:vitrine:second-factor';
let server: TestServer;
let clock = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  const variables = { SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9' };
  server = await startTestServer(variables, { now: () => clock });
});
afterAll(() => server.stop());
// Each test uses its own codes.
beforeEach(() => advance(120));

const advance = (seconds: number) => {
  clock = new Date(Number(clock) + seconds * 1000);
};

const answerBody = z.looseObject({
  error: z.string().optional(),
  step: z.string().optional(),
  access_token: z.string().optional(),
});
const envelope = z.object({ Status: z.number(), Data: z.object({ step: z.string() }) });

async function post(fields: Record<string, string>) {
  const answer = await fetch(`${server.address}/token`, { method: 'POST', body: new URLSearchParams(fields) });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, body: answerBody.parse(await answer.json()) };
}

const enterPassword = (username: string, typed = password) =>
  post({ grant_type: 'password', username, password: typed });
const enterCode = (step: string | undefined, code: string) => post({ grant_type: codeGrant, step: step ?? '', code });

let names = 0;

/** Adds a user with a password and signs in. */
async function addUser(role: Role = 'Editor') {
  names += 1;
  const userName = `person-${names}`;
  const [user] = await server.deps.db
    .insert(users)
    .values({
      userName,
      userNameKey: userName,
      passwordHash: await hashPassword(password),
      role,
      createdAt: clock,
    })
    .returning({ id: users.id });
  const { body } = await enterPassword(userName);
  const token = body.access_token ?? '';
  return { id: user?.id ?? 0, userName, token, api: trpcClient(server.address, token) };
}

/** The code of an authenticator app, some 30-second steps from now. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Number(clock) + steps * 30_000 });
}

/** Adds a user with an authenticator app. The code of the current time step is used up. */
async function addUserWithApp(role: Role = 'Editor') {
  const user = await addUser(role);
  const { step, secret, address } = await user.api.secondFactor.begin.mutate();
  const { recoveryCodes } = await user.api.secondFactor.confirm.mutate({ step, code: codeOf(secret) });
  advance(60);
  return { ...user, secret, address, recoveryCodes };
}

/** A code that is wrong now and in the steps around. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

const isStep = { status: 400, body: { error: 'second_factor_required', step: expect.stringMatching(/^[\w-]{43}$/) } };
const isOver = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'This sign-in is over. Sign in again.' },
};
const isSignedIn = { status: 200, body: { token_type: 'bearer', access_token: expect.any(String) } };

describe('the set-up of an authenticator app', () => {
  test('gives a secret, counts from the first code on, and gives ten recovery codes', async () => {
    const { id, userName, api } = await addUser();
    const { step, secret, address } = await api.secondFactor.begin.mutate();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(address).toMatch(/^otpauth:\/\/totp\/.*&digits=6&period=30$/);
    expect(address).toContain(`:${userName}?`);
    expect(await enterPassword(userName)).toMatchObject(isSignedIn);
    const wrong = api.secondFactor.confirm.mutate({ step, code: wrongCode(secret) });
    await expect(wrong).rejects.toMatchObject({ data: { httpStatus: 400, fields: { code: expect.any(String) } } });
    const other = await addUser();
    await expect(other.api.secondFactor.confirm.mutate({ step, code: codeOf(secret) })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    const confirmed = await api.secondFactor.confirm.mutate({ step, code: codeOf(secret) });
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    for (const code of confirmed.recoveryCodes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect(await api.secondFactor.state.query()).toEqual({
      appSince: expect.anything(),
      passkeys: 0,
      recoveryCodes: 10,
      isRequired: false,
      company: expect.any(String),
    });
    // Once only, and the other session is over.
    await expect(api.secondFactor.confirm.mutate({ step, code: codeOf(secret) })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    expect(await server.deps.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    expect(await enterPassword(userName)).toMatchObject(isStep);
  });

  // With Postgres the secret is in APP_SECRET, which is read only at startup.
  test.runIf(dialect === 'sqlite')('stays valid after the rotation of the secret', async () => {
    const { id, userName, secret } = await addUserWithApp();
    const { db } = server.deps;
    const sealed = async () => (await db.select().from(totpSecrets).where(eq(totpSecrets.userId, id)))[0]?.secret ?? '';
    const before = await sealed();
    // What `npm run secrets:rotate` does in a separate process.
    const renewed = renewSecretFile(readConfig({ DATA_DIR: server.store.dataDir }));
    if (!renewed) throw new Error('no file');
    expect(await resealSecrets(db, renewed)).toBeGreaterThan(0);
    expect(await sealed()).not.toBe(before);
    expect((await sealed()).startsWith(`${renewed.keyId}.`)).toBe(true);
    expect(renewed.open(await sealed())).toBe(renewed.open(before));
    const { body } = await enterPassword(userName);
    expect(await enterCode(body.step, codeOf(secret))).toMatchObject(isSignedIn);
  });

  test('stores the secret encrypted, and codes and steps as hashes only; the audit log has none of them', async () => {
    const { id, userName, secret, recoveryCodes: codes } = await addUserWithApp();
    const { body } = await enterPassword(userName);
    const { db } = server.deps;
    const stored = JSON.stringify([
      await db.select().from(totpSecrets),
      await db.select().from(recoveryCodes),
      await db.select().from(pendingSteps),
      await db.select().from(auditEntries).where(eq(auditEntries.userId, id)),
    ]);
    const plain = codes.map((code) => code.replaceAll('-', ''));
    for (const text of [secret, body.step ?? '-', ...codes, ...plain]) expect(stored).not.toContain(text);
  });

  test('needs a recent proof of identity, and none of it is for API tokens', async () => {
    const { api } = await addUser();
    advance(11 * 60);
    for (const call of [api.secondFactor.begin, api.secondFactor.renewCodes, api.secondFactor.remove])
      await expect(call.mutate()).rejects.toMatchObject({ data: { httpStatus: 403, needsProof: true } });
  });

  test('another app replaces the first one, whose codes and recovery codes end', async () => {
    const { userName, api, secret, recoveryCodes: old } = await addUserWithApp();
    const begun = await api.secondFactor.begin.mutate();
    await api.secondFactor.confirm.mutate({ step: begun.step, code: codeOf(begun.secret) });
    advance(60);
    const { body } = await enterPassword(userName);
    expect(await enterCode(body.step, codeOf(secret))).toMatchObject(isStep);
    expect(await enterCode(body.step, old[0] ?? '')).toMatchObject(isStep);
    expect(await enterCode(body.step, codeOf(begun.secret))).toMatchObject(isSignedIn);
  });
});

describe('a sign-in with a code', () => {
  test('asks for the code after the password, and stores how the user signed in', async () => {
    const { id, userName, secret } = await addUserWithApp();
    const { status, body } = await enterPassword(userName);
    expect({ status, body }).toMatchObject(isStep);
    expect(body).not.toHaveProperty('access_token');
    const entered = await enterCode(body.step, `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`);
    expect(entered).toMatchObject(isSignedIn);
    expect(Object.keys(entered.body).sort()).toEqual(
      ['UserName', 'access_token', 'expires_in', 'token_type', 'twilioClientId', 'userRole'].sort(),
    );
    const methods = await server.deps.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(methods.map(({ method }) => method).sort()).toEqual(['password', 'password and code']);
    expect(methods.map(({ ip }) => ip)).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  test('POST /api/users/login gives the step in its envelope', async () => {
    const { userName, secret } = await addUserWithApp();
    const answer = await fetch(`${server.address}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ UserName: userName, Password: password }),
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie().join()).not.toContain('vitrine-download');
    const { Data, Status } = envelope.parse(await answer.json());
    expect(Status).toBe(5);
    expect(await enterCode(Data.step, codeOf(secret))).toMatchObject(isSignedIn);
  });

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('with a clock that is %i steps off: accepted %s', async (steps, isAccepted) => {
    const { userName, secret } = await addUserWithApp();
    advance(60);
    const { body } = await enterPassword(userName);
    expect(await enterCode(body.step, codeOf(secret, steps))).toMatchObject(isAccepted ? isSignedIn : isStep);
  });

  test('takes each code once, also in parallel, and no older one after it', async () => {
    const { userName, secret } = await addUserWithApp();
    const steps = await Promise.all(Array.from({ length: 6 }, async () => (await enterPassword(userName)).body.step));
    const code = codeOf(secret);
    const answers = await Promise.all(steps.map((step) => enterCode(step, code)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const { body } = await enterPassword(userName);
    expect(await enterCode(body.step, code)).toMatchObject(isStep);
    expect(await enterCode(body.step, codeOf(secret, -1))).toMatchObject(isStep);
    expect(await enterCode(body.step, codeOf(secret, 1))).toMatchObject(isSignedIn);
  });

  test('takes each recovery code once, also in parallel, in capitals and without dashes', async () => {
    const { userName, recoveryCodes: codes, api } = await addUserWithApp();
    const [code = ''] = codes;
    const steps = await Promise.all(Array.from({ length: 4 }, async () => (await enterPassword(userName)).body.step));
    const answers = await Promise.all(
      steps.map((step) => enterCode(step, code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'o'))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(await api.secondFactor.state.query()).toMatchObject({ recoveryCodes: 9 });
    const other = await addUserWithApp();
    const { body } = await enterPassword(userName);
    expect(await enterCode(body.step, other.recoveryCodes[1] ?? '')).toMatchObject(isStep);
    await api.secondFactor.renewCodes.mutate();
    expect(await enterCode(body.step, codes[2] ?? '')).toMatchObject(isStep);
  });

  test('ends after five wrong codes, also in parallel, after five minutes, and after its use', async () => {
    const { userName, secret } = await addUserWithApp();
    const first = (await enterPassword(userName)).body.step;
    const wrong = await Promise.all(Array.from({ length: 8 }, () => enterCode(first, wrongCode(secret))));
    expect(wrong.filter(({ body }) => body.error === 'second_factor_required').length).toBe(4);
    expect(await enterCode(first, codeOf(secret))).toMatchObject(isOver);
    const second = (await enterPassword(userName)).body.step;
    advance(5 * 60 + 1);
    expect(await enterCode(second, codeOf(secret))).toMatchObject(isOver);
    const third = (await enterPassword(userName)).body.step;
    expect(await enterCode(third, codeOf(secret))).toMatchObject(isSignedIn);
    expect(await enterCode(third, codeOf(secret, 1))).toMatchObject(isOver);
    expect(await enterCode('made-up', codeOf(secret, 1))).toMatchObject(isOver);
  });

  test('a code of another user does not end the step', async () => {
    const [one, other] = [await addUserWithApp(), await addUserWithApp()];
    const { body } = await enterPassword(one.userName);
    expect(await enterCode(body.step, codeOf(other.secret))).toMatchObject(isStep);
    expect(await enterCode(body.step, codeOf(one.secret))).toMatchObject(isSignedIn);
  });

  test('ends if the password changes or the user is deactivated between the parts', async () => {
    const { db } = server.deps;
    const [one, other] = [await addUserWithApp(), await addUserWithApp()];
    const [first, second] = [await enterPassword(one.userName), await enterPassword(other.userName)];
    await db.update(users).set({ passwordHash: 'new' }).where(eq(users.id, one.id));
    await db.update(users).set({ isActive: false }).where(eq(users.id, other.id));
    expect(await enterCode(first.body.step, codeOf(one.secret))).toMatchObject(isOver);
    expect(await enterCode(second.body.step, codeOf(other.secret))).toMatchObject(isOver);
  });

  test('after 20 wrong codes of a user in a day every code is refused with 429, for other users none', async () => {
    const [one, other] = [await addUserWithApp(), await addUserWithApp()];
    for (let round = 0; round < 4; round += 1) {
      const { step } = (await enterPassword(one.userName)).body;
      for (let attempt = 0; attempt < 5; attempt += 1) await enterCode(step, wrongCode(one.secret));
    }
    const { body } = await enterPassword(one.userName);
    expect(await enterCode(body.step, codeOf(one.secret))).toMatchObject({ status: 429, body: { error: 'slow_down' } });
    const { step } = (await enterPassword(other.userName)).body;
    expect(await enterCode(step, codeOf(other.secret))).toMatchObject(isSignedIn);
  });

  test('a wrong password has the same answer with and without a second factor', async () => {
    const [plain, strong] = [await addUser(), await addUserWithApp()];
    const answers = await Promise.all([plain, strong].map(({ userName }) => enterPassword(userName, 'wrong')));
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('a proof of identity', () => {
  test('of a user with a second factor needs the password and a code', async () => {
    const { api, secret } = await addUserWithApp();
    advance(11 * 60);
    expect(await api.session.proofs.query()).toEqual({
      passkey: false,
      provider: null,
      password: true,
      code: true,
      app: true,
    });
    const refusal = (field: string) => ({ data: { httpStatus: 400, fields: { [field]: expect.any(String) } } });
    await expect(api.session.prove.mutate({ password })).rejects.toMatchObject(refusal('code'));
    const code = codeOf(secret);
    await expect(api.session.prove.mutate({ password: 'wrong', code })).rejects.toMatchObject(refusal('password'));
    await expect(api.session.prove.mutate({ password, code: wrongCode(secret) })).rejects.toMatchObject(
      refusal('code'),
    );
    await expect(api.secondFactor.remove.mutate()).rejects.toMatchObject({ data: { needsProof: true } });
    await api.session.prove.mutate({ password, code });
    await api.secondFactor.remove.mutate();
  });

  test('is needed for a new password if the user has a second factor, also with the current password', async () => {
    const { api } = await addUserWithApp();
    advance(11 * 60);
    const change = api.session.changePassword.mutate({ currentPassword: password, password: 'another one' });
    await expect(change).rejects.toMatchObject({ data: { httpStatus: 403, needsProof: true } });
  });

  test('of a user without a second factor needs the password alone', async () => {
    const { api } = await addUser();
    advance(11 * 60);
    expect(await api.session.proofs.query()).toEqual({
      passkey: false,
      provider: null,
      password: true,
      code: false,
      app: false,
    });
    await api.session.prove.mutate({ password });
    await api.secondFactor.begin.mutate();
  });
});

describe('the rule that a role needs a second factor', () => {
  const limits = { sessionHours: 12, idleMinutes: null };

  test('leaves its users without one nothing but the set-up, at once and until then', async () => {
    const owner = await addUserWithApp('Admin');
    const editor = await addUser('Editor');
    const operator = await addUser('Operator');
    const read = () => editor.api.menu.items.list.query({});
    await read();
    const { version } = await owner.api.secondFactor.rule.query();
    await owner.api.secondFactor.saveRule.mutate({ ...limits, version, secondFactorRoles: ['Editor', 'Admin'] });

    expect(await editor.api.session.me.query()).toMatchObject({ permissions: [], mustSetUpSecondFactor: true });
    expect(await operator.api.session.me.query()).toMatchObject({ mustSetUpSecondFactor: false });
    expect(await owner.api.session.me.query()).toMatchObject({ mustSetUpSecondFactor: false });
    await expect(read()).rejects.toMatchObject({ data: { httpStatus: 403, needsSecondFactor: true } });
    const headers = { authorization: `Bearer ${editor.token}` };
    const refused = await fetch(`${server.address}/api/releases`, { headers });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { Status: 1, Message: expect.stringMatching(/second factor/), Data: { needsSecondFactor: true } },
    ]);
    // Signing in again changes nothing.
    const { body } = await enterPassword(editor.userName);
    const again = trpcClient(server.address, body.access_token);
    expect(await again.session.me.query()).toMatchObject({ permissions: [], mustSetUpSecondFactor: true });

    const begun = await editor.api.secondFactor.begin.mutate();
    await editor.api.secondFactor.confirm.mutate({ step: begun.step, code: codeOf(begun.secret) });
    await read();
    expect(await editor.api.session.me.query()).toMatchObject({ mustSetUpSecondFactor: false });
    await expect(editor.api.secondFactor.remove.mutate()).rejects.toMatchObject({ data: { httpStatus: 409 } });

    const rule = await owner.api.secondFactor.rule.query();
    await owner.api.secondFactor.saveRule.mutate({ ...rule, secondFactorRoles: [] });
    await editor.api.secondFactor.remove.mutate();
    expect(await enterPassword(editor.userName)).toMatchObject(isSignedIn);
    expect(await server.deps.db.$count(recoveryCodes, eq(recoveryCodes.userId, editor.id))).toBe(0);
  });

  test('cannot lock out the Owner who saves it, and an outdated save is refused', async () => {
    await server.deps.db.delete(signInRules);
    const owner = await addUser('Admin');
    const save = (version: number, secondFactorRoles: Role[]) =>
      owner.api.secondFactor.saveRule.mutate({ ...limits, version, secondFactorRoles });
    await expect(save(0, ['Admin'])).rejects.toMatchObject({
      data: { httpStatus: 400, fields: { secondFactorRoles: expect.any(String) } },
    });
    const results = await Promise.allSettled([save(0, ['Editor']), save(0, ['Operator'])]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(save(0, [])).rejects.toMatchObject({ data: { httpStatus: 409 } });
    await save(1, []);
  });
});

test('the OpenAPI document describes what refusals ask for', async () => {
  const document = await (await fetch(`${server.address}/api/openapi.json`)).json();
  const data = ['fields', 'needsProof', 'needsSecondFactor', 'step', 'ways', 'requestId'];
  const properties = Object.fromEntries(data.map((name) => [name, expect.anything()]));
  expect(document).toMatchObject({
    components: { schemas: { Refusal: { properties: { Data: { anyOf: [{ properties }, { type: 'null' }] } } } } },
    paths: {
      '/token': {
        post: {
          responses: {
            400: { content: { 'application/json': { schema: { properties: { error: {}, step: {}, ways: {} } } } } },
          },
        },
      },
    },
  });
});
