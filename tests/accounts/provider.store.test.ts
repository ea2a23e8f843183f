import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Role } from '../../contract/roles.ts';
import { hashPassword } from '../../core/accounts/passwords.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { identities } from '../../db/schema/credentials.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { FakeOidc } from '../fakes/oidc.ts';
import { CookieBrowser } from '../fixture/cookie-browser.ts';
import { signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

const password = 'tide table';
const provider = new FakeOidc();
let server: TestServer;
/** Accepts the same provider, creates no users and leaves roles alone. */
let strict: TestServer;
let clock = new Date();
let numbers = 0;

beforeAll(async () => {
  await provider.start();
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'vitrine', OIDC_NAME: 'Harbour ID' };
  const open = {
    ...oidc,
    OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
    OIDC_ALLOWED_DOMAINS: 'harbour.example,quay.example',
    OIDC_ROLE_CLAIM: 'realm.groups',
    OIDC_ROLES: 'admins=Owner,staff=Operator',
  };
  const others = { SAMPLE_CONTENT: 'off', TWILIO_API_BASE: 'http://127.0.0.1:9' };
  [server, strict] = await Promise.all([
    startTestServer({ ...others, ...open }, { now: () => clock }),
    startTestServer({ ...others, ...oidc }, { now: () => clock }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), strict.stop()]);
  await provider.stop();
});
beforeEach(() => {
  clock = new Date();
  provider.lies = {};
  numbers += 1;
  provider.person = personOf(`person-${numbers}`);
});

/** Claims of a person of the company, an Operator. */
function personOf(name: string, groups: unknown = ['staff']) {
  const names = { given_name: 'Ada', family_name: 'Quay' };
  return { sub: `sub-${name}`, email: `${name}@Harbour.example`, email_verified: true, ...names, realm: { groups } };
}

const begun = z.object({ Data: z.object({ Address: z.string() }) });
const tokenBody = z.looseObject({
  error: z.string().optional(),
  step: z.string().optional(),
  access_token: z.string().optional(),
});

/** Asks the server for the provider's address. */
async function begin(browser: CookieBrowser, path = '/signin/provider', token?: string, at = server, body?: object) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await browser.fetch(at.address + path, init);
  if (!answer.ok) return { status: answer.status, body: await answer.text(), address: '' };
  return { status: answer.status, body: '', address: begun.parse(await answer.json()).Data.Address };
}

const isCallback = ({ pathname }: URL) => pathname === '/signin/provider/callback';

/** Opens the callback; returns where it leads. */
async function open(browser: CookieBrowser, callback: URL | string, at = server) {
  const answer = await browser.fetch(callback);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const location = answer.headers.get('location') ?? '';
  const [screen = '', query] = location.split('?');
  expect(screen).toBe(`${at.address}/#/login/provider`);
  return Object.fromEntries(new URLSearchParams(query));
}

/** Visits the provider; returns the outcome. */
async function visit(browser: CookieBrowser, path?: string, token?: string, at = server, body?: object) {
  const { address, status, body: refusal } = await begin(browser, path, token, at, body);
  expect({ status, refusal }).toEqual({ status: 200, refusal: '' });
  return open(browser, (await browser.follow(address, isCallback)).address, at);
}

async function exchange(browser: CookieBrowser, at = server) {
  const init = { method: 'POST', body: new URLSearchParams({ grant_type: 'urn:vitrine:provider' }) };
  const answer = await browser.fetch(`${at.address}/token`, init);
  return { status: answer.status, body: tokenBody.parse(await answer.json()) };
}

/** Signs in by the provider; returns the session. */
async function signInByProvider(browser = new CookieBrowser(), at = server) {
  expect(await visit(browser, undefined, undefined, at)).toEqual({ purpose: 'sign-in' });
  const { status, body } = await exchange(browser, at);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const token = body.access_token ?? '';
  return { browser, token, body, api: trpcClient(at.address, token) };
}

async function addUser(values: Partial<typeof users.$inferInsert> = {}, at = server) {
  const userName = `local-${numbers}-${Math.random()}`;
  const passwordHash = await hashPassword(password);
  const user = { userName, userNameKey: userName, passwordHash, role: 'Editor' as const, createdAt: clock, ...values };
  const [row] = await at.deps.db.insert(users).values(user).returning({ id: users.id });
  const token = user.isActive === false ? '' : await signIn(at.address, { userName: user.userName, password });
  return { id: row?.id ?? 0, token, api: trpcClient(at.address, token) };
}

const addressed = (email: string) => ({ email, emailKey: email.toLowerCase() });
const usersBy = (email: string, at = server) =>
  at.deps.db.select().from(users).where(eq(users.emailKey, email.toLowerCase()));
const identityOf = async (subject: string, at = server) =>
  (await at.deps.db.select().from(identities).where(eq(identities.subject, subject)))[0];
const actions = async (at = server) => (await at.deps.db.select().from(auditEntries)).map(({ action }) => action);
const problem = (name: string, purpose = 'sign-in') => ({ purpose, problem: name });
const email = () => String(provider.person.email);
const subject = () => String(provider.person.sub);

describe('a sign-in by the provider', () => {
  test('creates the user with the role of the claim, and signs in', async () => {
    const { body, api, browser, token } = await signInByProvider();
    expect(body).toMatchObject({ token_type: 'bearer', UserName: email(), userRole: 'Operator', twilioClientId: 0 });
    const [user] = await usersBy(email());
    expect(user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Quay',
      passwordHash: '',
      role: 'Operator',
      invitedAt: null,
    });
    expect(await api.session.proofs.query()).toMatchObject({ password: false, provider: 'Harbour ID' });
    expect(await actions()).toContain('provider.createUser');
    const parameters = Object.fromEntries(provider.visits.at(-1) ?? []);
    expect(parameters).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.address}/signin/provider/callback`,
      scope: 'openid email profile',
    });
    // A second time: the same user.
    const again = await signInByProvider(browser);
    expect(again.token).not.toBe(token);
    expect(await usersBy(email())).toHaveLength(1);
    expect(
      (
        await server.deps.db
          .select()
          .from(sessions)
          .where(eq(sessions.userId, user?.id ?? 0))
      ).map(({ method }) => method),
    ).toEqual(['provider', 'provider']);
  });

  test('shows no token in an address, and binds cookies to their paths', async () => {
    const browser = new CookieBrowser();
    const answer = await browser.fetch(`${server.address}/signin/provider`, { method: 'POST' });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^vitrine-visit=[\w-]{43}; Max-Age=600; Path=\/signin\/provider; HttpOnly; SameSite=Lax$/,
    );
    const { Data } = begun.parse(await answer.json());
    const { address } = await browser.follow(Data.Address, isCallback);
    const done = await browser.fetch(address);
    expect(done.headers.getSetCookie()[0]).toMatch(
      /^vitrine-visit-result=[\w-]{43}; Max-Age=60; Path=\/token; HttpOnly; SameSite=Strict$/,
    );
    expect(done.headers.get('location')).toBe(`${server.address}/#/login/provider?purpose=sign-in`);
  });

  test('gives the session once, and within a minute', async () => {
    const browser = new CookieBrowser();
    await visit(browser);
    const [result = ''] = browser.values('vitrine-visit-result');
    expect((await exchange(browser)).status).toBe(200);
    expect(browser.values('vitrine-visit-result')).toEqual([]);
    const replay = { method: 'POST', headers: { cookie: `vitrine-visit-result=${result}` } };
    const body = new URLSearchParams({ grant_type: 'urn:vitrine:provider' });
    const replayed = await fetch(`${server.address}/token`, { ...replay, body });
    expect([replayed.status, tokenBody.parse(await replayed.json()).error]).toEqual([400, 'invalid_grant']);
    await visit(browser);
    clock = new Date(Number(clock) + 61_000);
    expect(await exchange(browser)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('asks a user with a second factor here for it', async () => {
    const { api, browser } = await signInByProvider();
    const { step, secret } = await api.secondFactor.begin.mutate();
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Number(clock) });
    await api.secondFactor.confirm.mutate({ step, code: code() });
    clock = new Date(Number(clock) + 60_000);
    await visit(browser);
    const waiting = await exchange(browser);
    expect(waiting).toMatchObject({ status: 400, body: { error: 'second_factor_required', ways: ['code'] } });
    const fields = { grant_type: 'urn:vitrine:second-factor', step: waiting.body.step ?? '', code: code() };
    const ended = await browser.fetch(`${server.address}/token`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(ended.status).toBe(200);
  });
});

describe('attacks', () => {
  test('an address that is not confirmed matches and creates nobody', async () => {
    for (const email_verified of [false, undefined, 'true', 1]) {
      provider.person = { ...personOf(`unconfirmed-${numbers}`), email_verified };
      expect(await visit(new CookieBrowser())).toEqual(problem('unverified'));
    }
    expect(await usersBy(email())).toEqual([]);
    // Where users are invited only.
    await addUser(addressed(email()), strict);
    expect(await visit(new CookieBrowser(), undefined, undefined, strict)).toEqual(problem('unknown'));
  });

  test('a confirmed address does not sign in to the local account that has it, nor one with it as name', async () => {
    const { id } = await addUser(addressed(email()));
    const browser = new CookieBrowser();
    expect(await visit(browser)).toEqual(problem('known'));
    expect(await exchange(browser)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await server.deps.db.select().from(identities).where(eq(identities.userId, id))).toEqual([]);
    provider.person = personOf(`named-${numbers}`);
    await addUser({ userName: email(), userNameKey: email().toLowerCase() });
    expect(await visit(new CookieBrowser())).toEqual(problem('known'));
    expect(await identityOf(subject())).toBeUndefined();
  });

  test('an answer counts once', async () => {
    const browser = new CookieBrowser();
    const { address } = await browser.follow((await begin(browser)).address, isCallback);
    expect(await open(browser, address)).toEqual({ purpose: 'sign-in' });
    expect(await open(browser, address)).toEqual(problem('over'));
    const both = (await begin(browser)).address;
    const { address: second } = await browser.follow(both, isCallback);
    const outcomes = await Promise.all([open(browser, second), open(browser, second)]);
    expect(outcomes.filter(({ problem }) => problem === 'over')).toHaveLength(1);
  });

  test('a used code is worth nothing in another visit', async () => {
    const browser = new CookieBrowser();
    const first = (await browser.follow((await begin(browser)).address, isCallback)).address;
    const second = (await browser.follow((await begin(browser)).address, isCallback)).address;
    expect(await open(browser, first)).toEqual({ purpose: 'sign-in' });
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(await open(browser, second)).toEqual(problem('wrong'));
    // Nor is another visit's unused code: it belongs to another PKCE verifier.
    const third = (await browser.follow((await begin(browser)).address, isCallback)).address;
    const fourth = (await browser.follow((await begin(browser)).address, isCallback)).address;
    fourth.searchParams.set('code', third.searchParams.get('code') ?? '');
    expect(await open(browser, fourth)).toEqual(problem('wrong'));
  });

  test('an answer of another browser signs nobody in', async () => {
    const attacker = new CookieBrowser();
    const { address } = await attacker.follow((await begin(attacker)).address, isCallback);
    expect(await open(new CookieBrowser(), address)).toEqual(problem('browser'));
    const victim = new CookieBrowser();
    const again = (await attacker.follow((await begin(attacker)).address, isCallback)).address;
    await begin(victim);
    expect(await open(victim, again)).toEqual(problem('browser'));
    expect((await exchange(victim)).status).toBe(400);
  });

  test('a made-up, missing or late state leads nowhere', async () => {
    const browser = new CookieBrowser();
    const callback = `${server.address}/signin/provider/callback`;
    for (const query of ['', '?state=x&code=y', '?state=a&state=b', '?error=access_denied'])
      expect(await open(browser, callback + query)).toEqual(problem('over'));
    const { address } = await browser.follow((await begin(browser)).address, isCallback);
    clock = new Date(Number(clock) + 601_000);
    expect(await open(browser, address)).toEqual(problem('over'));
  });

  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => FakeOidc['lies'], string]>([
    ['another nonce', () => ({ claims: { nonce: 'another' } }), 'wrong'],
    ['no nonce', () => ({ claims: { nonce: undefined } }), 'wrong'],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } }), 'wrong'],
    ['another audience', () => ({ claims: { aud: 'another' } }), 'wrong'],
    ['two audiences without a party', () => ({ claims: { aud: ['vitrine', 'another'] } }), 'wrong'],
    ['an expired token', () => ({ claims: { iat: now() - 2 * hour, exp: now() - hour } }), 'wrong'],
    ['no subject', () => ({ claims: { sub: undefined } }), 'wrong'],
    ['an empty subject', () => ({ claims: { sub: '' } }), 'wrong'],
    ['the key of another', () => ({ wrongKey: true }), 'wrong'],
    ['no signature', () => ({ unsigned: true }), 'wrong'],
    ['another state', () => ({ state: 'another' }), 'over'],
    ['a refusal', () => ({ error: 'access_denied' }), 'cancelled'],
    ['an error of its own', () => ({ error: 'server_error' }), 'down'],
    ['an unknown error', () => ({ error: '<script>' }), 'wrong'],
    ['a failing token endpoint', () => ({ tokenStatus: 503 }), 'down'],
    ['a domain of another company', () => ({ claims: { email: 'a@evil.example' } }), 'domain'],
    ['a domain that ends in the right one', () => ({ claims: { email: 'a@evilharbour.example' } }), 'domain'],
    ['a domain below the right one', () => ({ claims: { email: 'a@sub.harbour.example' } }), 'domain'],
    ['two addresses in one', () => ({ claims: { email: 'a@evil.example,b@harbour.example' } }), 'unverified'],
    ['no role', () => ({ claims: { realm: undefined } }), 'role'],
    ['an unknown role', () => ({ claims: { realm: { groups: ['guests', 7, null] } } }), 'role'],
    ['a role by another name of itself', () => ({ claims: { realm: { groups: 'Operator' } } }), 'role'],
  ])('%s is refused', async (_what, lies, expected) => {
    provider.lies = lies();
    const browser = new CookieBrowser();
    expect(await visit(browser)).toEqual(problem(expected));
    expect(browser.values('vitrine-visit-result')).toEqual([]);
    expect(await usersBy(email())).toEqual([]);
    expect(await usersBy('a@evil.example')).toEqual([]);
  });

  test('no parameter chooses where the callback leads', async () => {
    const browser = new CookieBrowser();
    const { address } = await browser.follow((await begin(browser)).address, isCallback);
    for (const name of ['return', 'next', 'redirect_uri', 'purpose'])
      address.searchParams.set(name, 'https://evil.example/');
    expect(await open(browser, address)).toEqual({ purpose: 'sign-in' });
    const forged = { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } };
    const answer = await browser.fetch(`${server.address}/signin/provider/callback?state=x`, forged);
    expect(answer.headers.get('location')).toMatch(new RegExp(`^${server.address}/#/`));
  });

  test('a deactivated user is not signed in, also between the answer and the session', async () => {
    const { browser } = await signInByProvider();
    expect(await visit(browser)).toEqual({ purpose: 'sign-in' });
    await server.deps.db.update(users).set({ isActive: false }).where(eq(users.emailKey, email().toLowerCase()));
    expect(await exchange(browser)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await visit(browser)).toEqual(problem('refused'));
  });

  test('two first sign-ins at once make one user', async () => {
    const browsers = [new CookieBrowser(), new CookieBrowser(), new CookieBrowser()];
    const outcomes = await Promise.all(browsers.map((browser) => visit(browser)));
    expect(outcomes).toEqual(browsers.map(() => ({ purpose: 'sign-in' })));
    expect(await usersBy(email())).toHaveLength(1);
  });
});

describe('the role of the claim', () => {
  const roleNow = async () => (await usersBy(email()))[0]?.role;

  test('is applied at each sign-in, and ends the other sessions', async () => {
    const { api } = await signInByProvider();
    provider.person = { ...provider.person, realm: { groups: 'admins' } };
    const { body } = await signInByProvider();
    expect(body.userRole).toBe('Admin');
    await expect(api.session.me.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
    expect(await actions()).toContain('provider.changeRole');
    provider.person = { ...provider.person, realm: { groups: ['staff'] } };
    await signInByProvider();
    expect(await roleNow()).toBe('Operator');
    provider.person = { ...provider.person, realm: { groups: [] } };
    expect(await visit(new CookieBrowser())).toEqual(problem('role'));
  });

  test('never takes the role from the last Owner', async () => {
    provider.person = personOf(`owner-${numbers}`, ['admins']);
    await signInByProvider();
    const others = await server.deps.db.select().from(users).where(eq(users.role, 'Admin'));
    const ids = others.filter((user) => user.email !== email()).map(({ id }) => id);
    const setActive = async (isActive: boolean) => {
      for (const id of ids) await server.deps.db.update(users).set({ isActive }).where(eq(users.id, id));
    };
    await setActive(false);
    provider.person = { ...provider.person, realm: { groups: ['staff'] } };
    await signInByProvider();
    expect(await roleNow()).toBe('Admin');
    await setActive(true);
    await signInByProvider();
    expect(await roleNow()).toBe('Operator');
  });

  test('without a claim users keep the role that they have here', async () => {
    const role: Role = 'Accountant';
    const { token } = await addUser({ role }, strict);
    const browser = new CookieBrowser();
    expect(await visit(browser, '/signin/provider/link', token, strict)).toEqual({ purpose: 'link' });
    expect((await signInByProvider(browser, strict)).body.userRole).toBe('Accountant');
  });
});

describe('a linked account', () => {
  test('is linked by the user who is signed in, signs in, and is unlinked', async () => {
    const { id, token, api } = await addUser(addressed(email()));
    const browser = new CookieBrowser();
    expect(await visit(browser, '/signin/provider/link', token)).toEqual({ purpose: 'link' });
    expect(await api.provider.state.query()).toMatchObject({
      name: 'Harbour ID',
      hasPassword: true,
      mayUnlink: true,
      linked: [{ email: email() }],
    });
    // Signing in applies the claim's role, which ends the other sessions.
    const session = await signInByProvider(browser);
    expect(session.body.UserName).toMatch(/^local-/);
    const linked = await identityOf(subject());
    expect(linked).toMatchObject({ userId: id, issuer: provider.issuer });
    const other = await addUser();
    await expect(other.api.provider.unlink.mutate({ id: linked?.id ?? 0 })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
    await session.api.provider.unlink.mutate({ id: linked?.id ?? 0 });
    expect(await visit(browser)).toEqual(problem('known'));
    expect(await actions()).toEqual(expect.arrayContaining(['provider.link', 'provider.unlink']));
  });

  test('an unlinked account gets no session that waits', async () => {
    const { token, api } = await addUser();
    const browser = new CookieBrowser();
    await visit(browser, '/signin/provider/link', token);
    const [linked] = (await api.provider.state.query()).linked;
    expect(await visit(browser)).toEqual({ purpose: 'sign-in' });
    await server.deps.db.delete(identities).where(eq(identities.id, linked?.id ?? 0));
    expect((await exchange(browser)).status).toBe(400);
  });

  test('needs a recent proof of identity, and the session until the end', async () => {
    const { id, token } = await addUser();
    const browser = new CookieBrowser();
    const { address } = await browser.follow(
      (await begin(browser, '/signin/provider/link', token)).address,
      isCallback,
    );
    await server.deps.db.delete(sessions).where(eq(sessions.userId, id));
    expect(await open(browser, address)).toEqual(problem('signedOut', 'link'));
    expect(await identityOf(subject())).toBeUndefined();
    const { token: old } = await addUser();
    clock = new Date(Number(clock) + 601_000);
    const refused = await begin(browser, '/signin/provider/link', old);
    expect(refused.status).toBe(403);
    expect((await begin(browser, '/signin/provider/link')).status).toBe(401);
  });

  test('belongs to one user, who has one', async () => {
    const first = await addUser();
    const second = await addUser();
    expect(await visit(new CookieBrowser(), '/signin/provider/link', first.token)).toEqual({ purpose: 'link' });
    expect(await visit(new CookieBrowser(), '/signin/provider/link', second.token)).toEqual(problem('taken', 'link'));
    provider.person = personOf(`second-${numbers}`);
    expect(await visit(new CookieBrowser(), '/signin/provider/link', first.token)).toEqual(problem('another', 'link'));
    provider.person = { ...personOf(`third-${numbers}`), email: 'a@evil.example' };
    expect(await visit(new CookieBrowser(), '/signin/provider/link', second.token)).toEqual(problem('domain', 'link'));
  });

  test('another browser cannot end a link: neither the attacker’s account nor the victim’s is linked', async () => {
    const { token } = await addUser();
    const attacker = new CookieBrowser();
    const { address } = await begin(attacker, '/signin/provider/link', token);
    const victim = new CookieBrowser();
    await begin(victim);
    expect(await open(victim, (await victim.follow(address, isCallback)).address)).toEqual(problem('browser', 'link'));
    expect(await identityOf(subject())).toBeUndefined();
  });

  test('stays while it is the only way to sign in', async () => {
    const { api } = await signInByProvider();
    const { linked, mayUnlink } = await api.provider.state.query();
    expect(mayUnlink).toBe(false);
    await expect(api.provider.unlink.mutate({ id: linked[0]?.id ?? 0 })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    expect(await identityOf(subject())).toBeDefined();
  });
});

describe('a user without a password', () => {
  test('gets none by themselves, and is listed so', async () => {
    const { api } = await signInByProvider();
    await expect(api.session.changePassword.mutate({ password: 'another one' })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    const people = await trpcClient(server.address, server.adminToken).users.list.query();
    expect(people.users.find(({ userName }) => userName === email())).toMatchObject({
      hasPassword: false,
      state: 'active',
    });
    const wrong = new URLSearchParams({ grant_type: 'password', username: email(), password: '' });
    expect((await fetch(`${server.address}/token`, { method: 'POST', body: wrong })).status).toBe(400);
  });

  test('proves who they are by a new sign-in there', async () => {
    const { api, token, browser } = await signInByProvider();
    clock = new Date(Number(clock) + 601_000);
    await expect(api.secondFactor.begin.mutate()).rejects.toMatchObject({ data: { needsProof: true } });
    const parameters = () => Object.fromEntries(provider.visits.at(-1) ?? []);
    // The provider does not ask again, or does not say so.
    for (const auth_time of [Math.floor(Date.now() / 1000) - 600, undefined]) {
      provider.lies = { claims: { auth_time } };
      expect(await visit(browser, '/signin/provider/proof', token)).toEqual(problem('old', 'proof'));
      expect(parameters()).toMatchObject({ prompt: 'login', max_age: '0' });
    }
    provider.lies = { claims: { sub: 'someone else' } };
    expect(await visit(browser, '/signin/provider/proof', token)).toEqual(problem('identity', 'proof'));
    await expect(api.secondFactor.begin.mutate()).rejects.toMatchObject({ data: { needsProof: true } });
    provider.lies = {};
    expect(await visit(browser, '/signin/provider/proof', token)).toEqual({ purpose: 'proof' });
    const { secret, step } = await api.secondFactor.begin.mutate();
    // With a second factor its code too.
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Number(clock) });
    await api.secondFactor.confirm.mutate({ step, code: code() });
    clock = new Date(Number(clock) + 60_000);
    expect((await begin(browser, '/signin/provider/proof', token)).status).toBe(400);
    expect((await begin(browser, '/signin/provider/proof', token, server, { Code: '000000' })).status).toBe(400);
    expect(await visit(browser, '/signin/provider/proof', token, server, { Code: code() })).toEqual({
      purpose: 'proof',
    });
  });

  test('an old sign-in at the provider proves nothing', async () => {
    provider.lies = { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    const { api } = await signInByProvider();
    await expect(api.secondFactor.begin.mutate()).rejects.toMatchObject({ data: { needsProof: true } });
  });
});

describe('a provider that is down', () => {
  test('gets a clear message, the local sign-in works, and the next visit succeeds', async () => {
    const variables = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'vitrine', OIDC_NAME: 'Harbour ID' };
    const other = await startTestServer({ SAMPLE_CONTENT: 'off', ...variables });
    try {
      await provider.stop();
      const down = await begin(new CookieBrowser(), undefined, undefined, other);
      expect(down.status).toBe(503);
      expect(down.body).toContain('Harbour ID does not answer at the moment. Try again in a minute.');
      expect(await signIn(other.address, { userName: 'admin', password: 'correct horse' })).toMatch(/^[\w-]{43}$/);
      await provider.start();
      provider.lies = { issuer: 'https://evil.example' };
      expect((await begin(new CookieBrowser(), undefined, undefined, other)).status).toBe(503);
      provider.lies = { authorizationEndpoint: 'javascript:alert(1)' };
      expect((await begin(new CookieBrowser(), undefined, undefined, other)).status).toBe(503);
      provider.lies = { hangs: true };
      const start = performance.now();
      expect((await begin(new CookieBrowser(), undefined, undefined, other)).status).toBe(503);
      expect(performance.now() - start).toBeLessThan(9000);
      provider.lies = {};
      expect((await begin(new CookieBrowser(), undefined, undefined, other)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  test('a server without a provider has no sign-in by one', async () => {
    const plain = await startTestServer({ SAMPLE_CONTENT: 'off' });
    try {
      expect(await trpcClient(plain.address, plain.adminToken).provider.options.query()).toEqual({ name: null });
      expect((await begin(new CookieBrowser(), undefined, undefined, plain)).status).toBe(404);
      const callback = `${plain.address}/signin/provider/callback?state=x&code=y`;
      expect(await open(new CookieBrowser(), callback, plain)).toEqual(problem('off'));
      expect((await exchange(new CookieBrowser(), plain)).status).toBe(400);
    } finally {
      await plain.stop();
    }
  });
});
