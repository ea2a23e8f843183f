import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Role } from '../../contract/roles.ts';
import { hashPassword } from '../../core/accounts/passwords.ts';
import { relyingParty } from '../../core/accounts/relying-party.ts';
import { rescue } from '../../core/accounts/rescue.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { identities, passkeys, recoveryCodes } from '../../db/schema/credentials.ts';
import { pendingSteps, signInRules } from '../../db/schema/sign-in.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { type SoftPasskey, softAuthenticator } from '../fixture/authenticator.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

const password = 'tide table';
const origin = 'https://vitrine.example';
const authenticator = softAuthenticator(origin);
let server: TestServer;
let clock = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  // The tests call 127.0.0.1: only PUBLIC_URL says what the relying party is.
  const variables = { SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9', PUBLIC_URL: `${origin}/` };
  server = await startTestServer(variables, { now: () => clock });
});
afterAll(() => server.stop());

const advance = (seconds: number) => {
  clock = new Date(Number(clock) + seconds * 1000);
};

const answerBody = z.looseObject({
  error: z.string().optional(),
  error_description: z.string().optional(),
  step: z.string().optional(),
  access_token: z.string().optional(),
  ways: z.array(z.string()).optional(),
});

async function post(fields: Record<string, string>) {
  const answer = await fetch(`${server.address}/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: answerBody.parse(await answer.json()) };
}

const enterPassword = (username: string) => post({ grant_type: 'password', username, password });
const usePasskey = (step: string, response: unknown) =>
  post({ grant_type: 'urn:vitrine:passkey', step, response: JSON.stringify(response) });

const visitor = () => trpcClient(server.address);
const begin = (step?: string) => visitor().passkeys.beginSignIn.mutate(step === undefined ? {} : { step });

let names = 0;

/** Adds a user with a session. */
async function addUser(role: Role = 'Editor') {
  names += 1;
  const userName = `person-${names}`;
  const row = { userName, userNameKey: userName, passwordHash: await hashPassword(password), role, createdAt: clock };
  const [user] = await server.deps.db.insert(users).values(row).returning({ id: users.id });
  const { body } = await enterPassword(userName);
  return { id: user?.id ?? 0, userName, api: trpcClient(server.address, body.access_token) };
}

type Api = ReturnType<typeof trpcClient>;

/** Makes a passkey for the user of a session. */
async function addPasskey(api: Api, name = 'Laptop', odd: Parameters<typeof authenticator.create>[1] = {}) {
  const { step, options } = await api.passkeys.begin.mutate();
  const { passkey, answer } = authenticator.create(options, odd);
  const { recoveryCodes: codes } = await api.passkeys.finish.mutate({ step, name, attestation: answer });
  return { passkey, codes };
}

/** Adds a user with a passkey. */
async function addUserWithPasskey(role: Role = 'Editor') {
  const user = await addUser(role);
  return { ...user, ...(await addPasskey(user.api)) };
}

async function signInWith(passkey: SoftPasskey, odd: Parameters<typeof authenticator.get>[2] = {}) {
  const { step, options } = await begin();
  return usePasskey(step, authenticator.get(options, passkey, odd));
}

/** Adds an authenticator app; returns its code now. */
async function addApp(api: Api): Promise<() => string> {
  const { step, secret } = await api.secondFactor.begin.mutate();
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: Number(clock) });
  await api.secondFactor.confirm.mutate({ step, code: code() });
  advance(60);
  return code;
}

const isSignedIn = { status: 200, body: { token_type: 'bearer', access_token: expect.any(String) } };
const isRefused = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'This passkey was not accepted.' },
};
const isOver = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'This sign-in is over. Sign in again.' },
};
const isStep = (ways: string[]) => ({
  status: 400,
  body: { error: 'second_factor_required', step: expect.stringMatching(/^[\w-]{43}$/), ways },
});
const withStatus = (httpStatus: number) => ({ data: { httpStatus } });

async function reasonsOf(userId: number) {
  const entries = await server.deps.db.select().from(auditEntries).where(eq(auditEntries.userId, userId));
  return entries.filter(({ action }) => action === 'session.signInFailed').map(({ changes }) => changes[0]?.to);
}

describe('the relying party', () => {
  test.each([
    ['https://vitrine.example', { id: 'vitrine.example', origin: 'https://vitrine.example' }],
    ['https://vitrine.example:8443/site', { id: 'vitrine.example', origin: 'https://vitrine.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://vitrine.localhost', { id: 'vitrine.localhost', origin: 'http://vitrine.localhost' }],
    ['http://vitrine.example', null],
    ['http://127.0.0.1:3000', null],
    ['https://203.0.113.7', null],
    ['https://[2001:db8::1]', null],
  ])('of %s is %o', (publicUrl, party) => {
    expect(relyingParty({ publicUrl })).toEqual(party);
  });

  test('comes from PUBLIC_URL and not from the Host header', async () => {
    expect(await visitor().passkeys.options.query()).toEqual({ origin });
    const { options } = await begin();
    expect(options).toMatchObject({ rpId: 'vitrine.example', userVerification: 'required', allowCredentials: [] });
  });
});

describe('the set-up of a passkey', () => {
  test('asks for a verified user and a key that the device finds by itself, and excludes known passkeys', async () => {
    const { api, userName, passkey } = await addUserWithPasskey();
    const { options } = await api.passkeys.begin.mutate();
    expect(options).toMatchObject({
      rp: { id: 'vitrine.example' },
      user: { name: userName, displayName: userName },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.id, transports: ['internal'] }],
    });
    expect(Buffer.from(options.challenge, 'base64url').length).toBe(32);
    expect(await api.passkeys.suggestedName.query()).toBe('A Node program');
  });

  test('the first one is a second factor, gives ten recovery codes and ends other sessions; the next does not', async () => {
    const { id, userName, api } = await addUser();
    await enterPassword(userName);
    const { codes } = await addPasskey(api);
    expect(new Set(codes).size).toBe(10);
    expect(await server.deps.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    expect(await api.secondFactor.state.query()).toMatchObject({ appSince: null, passkeys: 1, recoveryCodes: 10 });
    expect((await addPasskey(api, ' Phone ', { isSynced: true })).codes).toBeNull();
    expect(await api.passkeys.list.query()).toEqual([
      { id: expect.any(Number), name: 'Laptop', createdAt: expect.anything(), lastUsedAt: null, isSynced: false },
      { id: expect.any(Number), name: 'Phone', createdAt: expect.anything(), lastUsedAt: null, isSynced: true },
    ]);
    expect(await enterPassword(userName)).toMatchObject(isStep(['passkey']));
  });

  test.each([
    ['another origin', { origin: 'https://vitrine.example.evil.example' }],
    ['the origin over http', { origin: 'http://vitrine.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a user who was not verified', { isUserVerified: false }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
    ['an algorithm that was not asked for', { algorithm: -36 }],
  ])('refuses %s', async (_what, odd) => {
    const { api } = await addUser();
    await expect(addPasskey(api, 'Laptop', odd)).rejects.toMatchObject(withStatus(409));
    expect(await api.passkeys.list.query()).toEqual([]);
    expect(await api.secondFactor.state.query()).toMatchObject({ recoveryCodes: 0 });
  });

  test('takes one answer to a step, also in parallel, of its own user, within five minutes', async () => {
    const [{ id, api }, other] = [await addUser(), await addUser()];
    const first = await api.passkeys.begin.mutate();
    const { answer: attestation } = authenticator.create(first.options);
    const stolen = other.api.passkeys.finish.mutate({ step: first.step, name: 'Mine now', attestation });
    await expect(stolen).rejects.toMatchObject(withStatus(409));
    const { step, options } = await api.passkeys.begin.mutate();
    const answers = Array.from({ length: 4 }, () => authenticator.create(options).answer);
    const results = await Promise.allSettled(
      answers.map((one) => api.passkeys.finish.mutate({ step, name: 'Laptop', attestation: one })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(await server.deps.db.$count(passkeys, eq(passkeys.userId, id))).toBe(1);
    const late = await api.passkeys.begin.mutate();
    advance(5 * 60 + 1);
    const tooLate = { step: late.step, name: 'Late', attestation: authenticator.create(late.options).answer };
    await expect(api.passkeys.finish.mutate(tooLate)).rejects.toMatchObject(withStatus(409));
  });

  test('refuses a passkey that exists, whoever has it', async () => {
    const [{ api }, other] = [await addUser(), await addUser()];
    const { step, options } = await api.passkeys.begin.mutate();
    const { passkey, answer } = authenticator.create(options);
    const row = { userId: other.id, credentialId: passkey.id, publicKey: 'x', counter: 0, transports: [] };
    await server.deps.db.insert(passkeys).values({ ...row, name: 'First', createdAt: clock });
    const finish = api.passkeys.finish.mutate({ step, name: 'Copy', attestation: answer });
    await expect(finish).rejects.toMatchObject(withStatus(409));
    expect(await api.passkeys.list.query()).toEqual([]);
  });

  test('stops at twenty passkeys, also in parallel', async () => {
    const { id, api } = await addUserWithPasskey();
    const row = { userId: id, publicKey: 'x', counter: 0, transports: [], name: 'Old', createdAt: clock };
    const rows = Array.from({ length: 18 }, (_, index) => ({ ...row, credentialId: `${id}-${index}` }));
    await server.deps.db.insert(passkeys).values(rows);
    const steps = await Promise.all([api.passkeys.begin.mutate(), api.passkeys.begin.mutate()]);
    const results = await Promise.allSettled(
      steps.map(({ step, options }) =>
        api.passkeys.finish.mutate({ step, name: 'New', attestation: authenticator.create(options).answer }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(api.passkeys.begin.mutate()).rejects.toMatchObject(withStatus(409));
  });

  test('needs a recent proof of identity, and so does the removal', async () => {
    const { api } = await addUserWithPasskey();
    const [row] = await api.passkeys.list.query();
    advance(11 * 60);
    const refusal = { data: { httpStatus: 403, needsProof: true } };
    await expect(api.passkeys.begin.mutate()).rejects.toMatchObject(refusal);
    await expect(api.passkeys.remove.mutate({ id: row?.id ?? 0 })).rejects.toMatchObject(refusal);
  });

  test('names take 60 characters; junk in an answer is refused before it is read', async () => {
    const { api } = await addUser();
    const { step, options } = await api.passkeys.begin.mutate();
    const { answer } = authenticator.create(options);
    const tooLong = api.passkeys.finish.mutate({ step, name: 'x'.repeat(61), attestation: answer });
    await expect(tooLong).rejects.toMatchObject({ data: { httpStatus: 400, fields: { name: expect.any(String) } } });
    for (const attestationObject of ['', 'a'.repeat(40_001), '<script>', 'AAAA']) {
      const attestation = { ...answer, response: { ...answer.response, attestationObject } };
      const finish = api.passkeys.finish.mutate({ step, name: 'Laptop', attestation });
      await expect(finish).rejects.toMatchObject({
        data: { httpStatus: expect.toSatisfy((one) => [400, 409].includes(one)) },
      });
    }
  });
});

describe('a sign-in by passkey', () => {
  test('needs no user name, counts as both factors, and notes use and counter', async () => {
    const { id, userName, passkey, api } = await addUserWithPasskey();
    advance(60);
    const entered = await signInWith(passkey);
    expect(entered).toMatchObject({ ...isSignedIn, body: { ...isSignedIn.body, UserName: userName } });
    const [row] = await server.deps.db.select().from(passkeys).where(eq(passkeys.userId, id));
    expect(row).toMatchObject({ counter: 2, lastUsedAt: clock });
    expect((await api.session.list.query()).map(({ method }) => method).toSorted()).toEqual(['passkey', 'password']);
    // The session's proof is fresh.
    const session = trpcClient(server.address, entered.body.access_token);
    await session.passkeys.begin.mutate();
  });

  test('works with authenticators that count nothing', async () => {
    const { api } = await addUser();
    const { passkey } = await addPasskey(api, 'Phone', { counter: 0 });
    expect(await signInWith(passkey)).toMatchObject(isSignedIn);
    expect(await signInWith(passkey)).toMatchObject(isSignedIn);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a subdomain', { origin: 'https://www.vitrine.example' }],
    ['the origin over http', { origin: 'http://vitrine.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a user who was not verified', { isUserVerified: false }],
    ['the type of a set-up', { type: 'webauthn.create' }],
    ['the signature of another key', { hasWrongKey: true }],
    ['the name of another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['an answer that names no user', { userHandle: null }],
  ])('refuses %s, and takes a right answer afterwards', async (_what, odd) => {
    const { id, passkey } = await addUserWithPasskey();
    expect(await signInWith(passkey, odd)).toMatchObject(isRefused);
    expect(await reasonsOf(id)).toEqual(['Passkey refused']);
    expect(await server.deps.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    expect(await signInWith(passkey)).toMatchObject(isSignedIn);
  });

  test('gives the same answer for an unknown passkey, a removed one, and a wrong signature', async () => {
    const [one, other] = [await addUserWithPasskey(), await addUserWithPasskey()];
    const { passkey: unknown } = authenticator.create((await one.api.passkeys.begin.mutate()).options);
    const [row] = await other.api.passkeys.list.query();
    await other.api.passkeys.remove.mutate({ id: row?.id ?? 0 });
    const answers = [
      await signInWith(unknown),
      await signInWith(other.passkey),
      await signInWith(one.passkey, { hasWrongKey: true }),
    ];
    expect(answers[0]).toEqual({ status: 400, body: isRefused.body });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('takes an answer once: neither again, nor for another step, nor in parallel', async () => {
    const { id, passkey } = await addUserWithPasskey();
    const { step, options } = await begin();
    const answer = authenticator.get(options, passkey);
    const answers = await Promise.all(Array.from({ length: 5 }, () => usePasskey(step, answer)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(isOver);
    expect(await usePasskey(step, answer)).toMatchObject(isOver);
    expect(await usePasskey((await begin()).step, answer)).toMatchObject(isRefused);
    // A wrong answer ends the step too.
    const second = await begin();
    expect(
      await usePasskey(second.step, authenticator.get(second.options, passkey, { hasWrongKey: true })),
    ).toMatchObject(isRefused);
    expect(await usePasskey(second.step, authenticator.get(second.options, passkey))).toMatchObject(isOver);
    const late = await begin();
    advance(5 * 60 + 1);
    expect(await usePasskey(late.step, authenticator.get(late.options, passkey))).toMatchObject(isOver);
    expect(await server.deps.db.$count(sessions, eq(sessions.userId, id))).toBe(2);
  });

  test('refuses a counter that went back or stands still: the authenticator may be a copy', async () => {
    const { id, passkey } = await addUserWithPasskey();
    const copy = { ...passkey };
    expect(await signInWith(passkey)).toMatchObject(isSignedIn);
    expect(await signInWith(passkey)).toMatchObject(isSignedIn);
    expect(await signInWith(copy)).toMatchObject(isRefused);
    expect(await signInWith(copy)).toMatchObject(isRefused);
    expect(await signInWith(copy, { counter: 0 })).toMatchObject(isRefused);
    const reason = 'The counter of the passkey went back: it may have been copied';
    expect(await reasonsOf(id)).toEqual([reason, reason, reason]);
    expect(await signInWith(passkey)).toMatchObject(isSignedIn);
    // Of two answers with the same counter at the same time, one counts.
    const steps = await Promise.all([begin(), begin()]);
    const counter = passkey.counter + 1;
    const answers = await Promise.all(
      steps.map(({ step, options }) => usePasskey(step, authenticator.get(options, passkey, { counter }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('a deactivated user gets the answer of an unknown passkey, and the log has the reason', async () => {
    const { id, passkey } = await addUserWithPasskey();
    const { step, options } = await begin();
    await server.deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    expect(await usePasskey(step, authenticator.get(options, passkey))).toEqual({ status: 400, body: isRefused.body });
    expect(await reasonsOf(id)).toEqual(['The user or their account is not active']);
  });

  test('steps of other kinds do not sign in', async () => {
    const { api, userName, passkey } = await addUserWithPasskey();
    const proof = await api.passkeys.beginProof.mutate();
    expect(await usePasskey(proof.step, authenticator.get(proof.options, passkey))).toMatchObject(isOver);
    const { body } = await enterPassword(userName);
    const { options } = await begin();
    expect(await usePasskey(body.step ?? '', authenticator.get(options, passkey))).toMatchObject(isOver);
  });

  test.each(['', '{}', '[]', 'null', '{"id":"x"}', '{', `{"id":"${'a'.repeat(1365)}"}`, '{"__proto__":{}}'])(
    'refuses %s as an answer, and the step stays',
    async (response) => {
      const { passkey } = await addUserWithPasskey();
      const { step, options } = await begin();
      const refused = await post({ grant_type: 'urn:vitrine:passkey', step, response });
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(await usePasskey(step, authenticator.get(options, passkey))).toMatchObject(isSignedIn);
    },
  );
});

describe('the second part of a sign-in', () => {
  test('is a passkey or a recovery code for users with passkeys alone', async () => {
    const { userName, passkey, codes } = await addUserWithPasskey();
    const { body } = await enterPassword(userName);
    expect(body).toMatchObject({
      ways: ['passkey'],
      error_description: 'Use a passkey, or enter a recovery code.',
    });
    const { step, options } = await begin(body.step);
    expect(options.allowCredentials).toEqual([{ id: passkey.id, transports: ['internal'], type: 'public-key' }]);
    // The step knows the user, so the device need not say it.
    expect(await usePasskey(step, authenticator.get(options, passkey, { userHandle: null }))).toMatchObject(isSignedIn);
    const again = await enterPassword(userName);
    const code = codes?.[0] ?? '';
    expect(await post({ grant_type: 'urn:vitrine:second-factor', step: again.body.step ?? '', code })).toMatchObject(
      isSignedIn,
    );
  });

  test('is a code or a passkey for users with both', async () => {
    const { userName, api, passkey } = await addUserWithPasskey();
    const code = await addApp(api);
    const first = await enterPassword(userName);
    expect(first).toMatchObject(isStep(['code', 'passkey']));
    const { step, options } = await begin(first.body.step);
    expect(await usePasskey(step, authenticator.get(options, passkey))).toMatchObject(isSignedIn);
    const second = await enterPassword(userName);
    const entered = { grant_type: 'urn:vitrine:second-factor', step: second.body.step ?? '', code: code() };
    expect(await post(entered)).toMatchObject(isSignedIn);
  });

  test("refuses another user's passkey, and begins only with an open sign-in", async () => {
    const [one, other] = [await addUserWithPasskey(), await addUserWithPasskey()];
    const { body } = await enterPassword(one.userName);
    const { step, options } = await begin(body.step);
    expect(await usePasskey(step, authenticator.get(options, other.passkey))).toMatchObject(isRefused);
    await expect(begin('made-up')).rejects.toMatchObject(withStatus(409));
    advance(5 * 60 + 1);
    await expect(begin(body.step)).rejects.toMatchObject(withStatus(409));
  });
});

describe('a proof of identity by passkey', () => {
  test('opens what needs a proof, also for users without a password', async () => {
    const { id, api, passkey } = await addUserWithPasskey();
    await server.deps.db.update(users).set({ passwordHash: '' }).where(eq(users.id, id));
    advance(11 * 60);
    expect(await api.session.proofs.query()).toEqual({
      provider: null,
      passkey: true,
      password: false,
      code: true,
      app: false,
    });
    await expect(api.passkeys.begin.mutate()).rejects.toMatchObject({ data: { needsProof: true } });
    const { step, options } = await api.passkeys.beginProof.mutate();
    expect(options.allowCredentials?.map((one) => one.id)).toEqual([passkey.id]);
    const assertion = authenticator.get(options, passkey);
    await api.passkeys.prove.mutate({ step, assertion });
    await api.passkeys.begin.mutate();
    await expect(api.passkeys.prove.mutate({ step, assertion })).rejects.toMatchObject(withStatus(409));
  });

  test("refuses another user's step, another user's passkey, and the step of a sign-in", async () => {
    const [one, other] = [await addUserWithPasskey(), await addUserWithPasskey()];
    advance(11 * 60);
    const stolen = await one.api.passkeys.beginProof.mutate();
    const byOther = { step: stolen.step, assertion: authenticator.get(stolen.options, other.passkey) };
    await expect(other.api.passkeys.prove.mutate(byOther)).rejects.toMatchObject(withStatus(409));
    const own = await other.api.passkeys.beginProof.mutate();
    const foreign = { step: own.step, assertion: authenticator.get(own.options, one.passkey) };
    await expect(other.api.passkeys.prove.mutate(foreign)).rejects.toMatchObject(withStatus(403));
    const signIn = await begin();
    const wrongKind = { step: signIn.step, assertion: authenticator.get(signIn.options, other.passkey) };
    await expect(other.api.passkeys.prove.mutate(wrongKind)).rejects.toMatchObject(withStatus(409));
    await expect(other.api.passkeys.begin.mutate()).rejects.toMatchObject({ data: { needsProof: true } });
  });
});

describe('the passkeys of an account', () => {
  test('are renamed and removed by their user alone, with entries in the audit log', async () => {
    const [{ id: userId, api, userName }, other] = [await addUserWithPasskey(), await addUserWithPasskey()];
    const [row] = await api.passkeys.list.query();
    const id = row?.id ?? 0;
    await expect(other.api.passkeys.rename.mutate({ id, name: 'Mine' })).rejects.toMatchObject(withStatus(404));
    await expect(other.api.passkeys.remove.mutate({ id })).rejects.toMatchObject(withStatus(404));
    await api.passkeys.rename.mutate({ id, name: 'Work laptop' });
    expect(await api.passkeys.list.query()).toMatchObject([{ name: 'Work laptop' }]);
    await api.passkeys.remove.mutate({ id });
    expect(await api.passkeys.list.query()).toEqual([]);
    const entries = await server.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.userId, userId))
      .orderBy(auditEntries.id);
    const changes = entries.filter(({ section }) => section === 'passkeys').map((one) => [one.action, one.changes]);
    expect(changes).toEqual([
      ['passkeys.begin', [{ field: 'passkey', to: 'set-up begun' }]],
      ['passkeys.finish', [{ field: 'passkey', to: 'Laptop' }]],
      ['passkeys.rename', [{ field: 'name', from: 'Laptop', to: 'Work laptop' }]],
      ['passkeys.remove', [{ field: 'name', from: 'Work laptop' }]],
    ]);
    // The last factor is gone, and with it the recovery codes.
    expect(await enterPassword(userName)).toMatchObject(isSignedIn);
    expect(await server.deps.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))).toBe(0);
  });

  test('the last factor stays while the rule needs one; of two removed at once one stays', async () => {
    const editor = await addUserWithPasskey();
    await server.deps.db.insert(signInRules).values({ id: 1, sessionHours: 12, secondFactorRoles: ['Editor'] });
    try {
      const late = await addUser();
      expect(await late.api.session.me.query()).toMatchObject({ mustSetUpSecondFactor: true });
      await addPasskey(late.api);
      expect(await late.api.session.me.query()).toMatchObject({ mustSetUpSecondFactor: false });
      const ids = async () => (await editor.api.passkeys.list.query()).map(({ id }) => id);
      const remove = (id: number | undefined) => editor.api.passkeys.remove.mutate({ id: id ?? 0 });
      await expect(remove((await ids())[0])).rejects.toMatchObject(withStatus(409));
      await addPasskey(editor.api, 'Phone');
      const results = await Promise.allSettled((await ids()).map(remove));
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await addApp(editor.api);
      const [app, passkey] = await Promise.allSettled([
        editor.api.secondFactor.remove.mutate(),
        remove((await ids())[0]),
      ]);
      expect([app.status, passkey.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    } finally {
      await server.deps.db.delete(signInRules);
    }
  });

  test('the last one stays if it is the only way to sign in', async () => {
    const { db } = server.deps;
    const { id: userId, api } = await addUserWithPasskey();
    await db.update(users).set({ passwordHash: '' }).where(eq(users.id, userId));
    const [row] = await api.passkeys.list.query();
    const remove = () => api.passkeys.remove.mutate({ id: row?.id ?? 0 });
    await expect(remove()).rejects.toMatchObject(withStatus(409));
    await db.insert(identities).values({ userId, issuer: 'https://id.example', subject: '7', linkedAt: clock });
    await remove();
  });

  test('end with “Remove the second factor”, which an Owner does', async () => {
    const owner = await addUser('Admin');
    const { id, userName, passkey } = await addUserWithPasskey();
    const person = async () => (await owner.api.users.list.query()).users.find((one) => one.id === id);
    expect(await person()).toMatchObject({ hasSecondFactor: true });
    await owner.api.users.removeSecondFactor.mutate({ id });
    expect(await person()).toMatchObject({ hasSecondFactor: false });
    expect(await signInWith(passkey)).toMatchObject(isRefused);
    expect(await enterPassword(userName)).toMatchObject(isSignedIn);
  });

  test('end with a rescue link, which an Owner gets on the machine', async () => {
    const { userName, passkey, api } = await addUserWithPasskey('Admin');
    const { url } = await rescue(server.deps, userName);
    const token = /[\w-]{43}$/.exec(url)?.[0] ?? '';
    await visitor().accountLinks.accept.mutate({ token, password: 'harbour lights' });
    expect(await signInWith(passkey)).toMatchObject(isRefused);
    await expect(api.passkeys.list.query()).rejects.toMatchObject(withStatus(401));
    const entered = await post({ grant_type: 'password', username: userName, password: 'harbour lights' });
    expect(entered).toMatchObject(isSignedIn);
  });

  test('steps are stored as hashes, and no challenge outlives its answer', async () => {
    const { passkey } = await addUserWithPasskey();
    const { step, options } = await begin();
    const stored = JSON.stringify(await server.deps.db.select().from(pendingSteps));
    expect(stored).not.toContain(step);
    await usePasskey(step, authenticator.get(options, passkey));
    const left = JSON.stringify(await server.deps.db.select().from(pendingSteps));
    expect(left).not.toContain(options.challenge);
  });
});

test('beginnings and answers count as sign-in attempts; a sign-in gives both back', async () => {
  const few = await startTestServer({
    SAMPLE_CONTENT: 'off',
    TWILIO_API_BASE: 'http://127.0.0.1:9',
    PUBLIC_URL: origin,
    LOGIN_ATTEMPTS_PER_MINUTE: '6',
  });
  try {
    const owner = trpcClient(few.address, few.adminToken);
    const made = await owner.passkeys.begin.mutate();
    const { passkey, answer } = authenticator.create(made.options);
    await owner.passkeys.finish.mutate({ step: made.step, name: 'Laptop', attestation: answer });
    const beginAt = () => trpcClient(few.address).passkeys.beginSignIn.mutate({});
    for (let round = 0; round < 8; round += 1) {
      const { step, options } = await beginAt();
      const response = JSON.stringify(authenticator.get(options, passkey));
      const body = new URLSearchParams({ grant_type: 'urn:vitrine:passkey', step, response });
      expect((await fetch(`${few.address}/token`, { method: 'POST', body })).status).toBe(200);
    }
    for (let round = 0; round < 6; round += 1) await beginAt();
    await expect(beginAt()).rejects.toMatchObject(withStatus(429));
  } finally {
    await few.stop();
  }
});

test('without https nothing of it is offered', async () => {
  const plain = await startTestServer({ SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9' });
  try {
    const [guest, owner] = [trpcClient(plain.address), trpcClient(plain.address, plain.adminToken)];
    expect(await guest.passkeys.options.query()).toEqual({ origin: null });
    await expect(guest.passkeys.beginSignIn.mutate({})).rejects.toMatchObject(withStatus(409));
    await expect(owner.passkeys.begin.mutate()).rejects.toMatchObject(withStatus(409));
  } finally {
    await plain.stop();
  }
});
