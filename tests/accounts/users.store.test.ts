import { join } from 'node:path';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../contract/roles.ts';
import { writeUses } from '../../core/accounts/last-use.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { recoveryCodes, totpSecrets } from '../../db/schema/credentials.ts';
import { accountLinks } from '../../db/schema/sign-in.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { until } from '../fakes/clock.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { runProgram } from '../fixture/run-program.ts';
import { signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { keepSessions } from '../fixture/session.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';
import { addTenant } from '../rest/tenants.ts';

let server: TestServer;
let smtp: FakeSmtp;
/** Time that tests add to the clock. */
let ahead = 0;
beforeAll(async () => {
  smtp = await startFakeSmtp();
  server = await startTestServer(
    { SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' },
    { now: () => new Date(Date.now() + ahead) },
  );
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

type Api = ReturnType<typeof trpcClient>;
let owner: Api;
let visitor: Api;
let count = 0;
const unique = (name: string) => {
  count += 1;
  return `${name}-${count}`;
};
beforeEach(async () => {
  ahead = 0;
  const { token } = await addSignedIn(server.deps, 'Admin', { userName: unique('owner') });
  owner = trpcClient(server.address, token);
  visitor = trpcClient(server.address);
});

const password = 'a long new password';
const names = { firstName: 'Ada', lastName: 'Byron', email: '' };
const stored = async (id: number) => (await server.deps.db.select().from(users).where(eq(users.id, id)))[0];
const listed = async (id: number) => (await owner.users.list.query()).users.find((user) => user.id === id);
const tokenIn = (text: string | null | undefined) => /#\/accept\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const isOver = 'This link does not work: it was used or withdrawn, or has expired. Ask for a new one.';

async function invite(role: Role = 'Editor', details: Partial<typeof names> = {}) {
  const userName = unique('invited');
  const values = { ...names, ...details, userName, role, way: 'shown' as const };
  const { id, url } = await owner.users.invite.mutate(values);
  return { id, userName, token: tokenIn(url) };
}

async function signedIn(role: Role) {
  const userName = unique(role.toLowerCase());
  const { token } = await addSignedIn(server.deps, role, { userName });
  const [user] = await server.deps.db.select().from(users).where(eq(users.userName, userName));
  if (!user) throw new Error('no user');
  return { id: user.id, userName, api: trpcClient(server.address, token) };
}

/** The audit log's entries about a user, the oldest first. */
const entriesOf = async (id: number) =>
  server.deps.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.recordId, String(id)), eq(auditEntries.record, 'User')))
    .orderBy(asc(auditEntries.id));

describe('an invitation', () => {
  test('lets the person set a password once, and shows the user as invited until then', async () => {
    const { id, userName, token } = await invite();
    expect(await listed(id)).toMatchObject({
      state: 'invited',
      hasSecondFactor: false,
      sessions: 0,
      link: { kind: 'invitation', isMailed: false },
    });
    expect(await visitor.accountLinks.read.mutate({ token })).toEqual({ kind: 'invitation', userName });
    await expect(visitor.accountLinks.accept.mutate({ token, password: userName })).rejects.toThrow('user name');
    await expect(visitor.accountLinks.accept.mutate({ token, password: '123456' })).rejects.toThrow('attackers');
    const answer = await visitor.accountLinks.accept.mutate({ token, password });
    expect(answer).toEqual({ userName, hasSecondFactor: false });
    expect(await signIn(server.address, { userName, password })).not.toBe('');
    expect(await listed(id)).toMatchObject({ state: 'active', sessions: 1, link: null });
    await expect(visitor.accountLinks.accept.mutate({ token, password: 'another one 2' })).rejects.toThrow(isOver);
    await expect(visitor.accountLinks.read.mutate({ token })).rejects.toThrow(isOver);
    const entries = await entriesOf(id);
    expect(entries.map(({ action }) => action)).toEqual(['users.invite', 'session.acceptLink']);
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(JSON.stringify(await server.deps.db.select().from(accountLinks))).not.toContain(token);
  });

  test('works once if two requests use it at the same time', async () => {
    const { userName, token } = await invite();
    const passwords = ['the first password', 'the second password', 'the third password'];
    const answers = await Promise.allSettled(
      passwords.map((password) => visitor.accountLinks.accept.mutate({ token, password })),
    );
    const [accepted, ...others] = passwords.filter((_password, index) => answers[index]?.status === 'fulfilled');
    expect(others).toEqual([]);
    expect(await signIn(server.address, { userName, password: accepted ?? '' })).not.toBe('');
  });

  test.each([
    ['its withdrawal', (id: number) => owner.users.withdrawLinks.mutate({ id })],
    ['the deactivation of the user', (id: number) => owner.users.deactivate.mutate({ id })],
    ['the deletion of the user', (id: number) => owner.users.delete.mutate({ id })],
    ['a newer invitation', (id: number) => owner.users.giveLink.mutate({ id, way: 'shown' })],
    ['a new e-mail address', (id: number) => owner.users.save.mutate({ id, ...names, email: 'other@example.org' })],
    [
      '72 hours',
      async () => {
        // Hourly, a job deletes sessions that are over; the Owner's goes on afterwards.
        await keepSessions(server.deps.db);
        ahead = 72 * 3_600_000;
      },
    ],
  ])('does not work after %s', async (_event, happens) => {
    const { id, token } = await invite();
    await happens(id);
    await expect(visitor.accountLinks.read.mutate({ token })).rejects.toThrow(isOver);
    await expect(visitor.accountLinks.accept.mutate({ token, password })).rejects.toThrow(isOver);
    ahead = 0;
    expect((await stored(id))?.passwordHash ?? '').toBe('');
    if (await stored(id)) await owner.users.delete.mutate({ id });
  });

  test('stays withdrawn after the user is reactivated', async () => {
    const { id, token } = await invite();
    await owner.users.deactivate.mutate({ id });
    await owner.users.reactivate.mutate({ id });
    expect(await listed(id)).toMatchObject({ state: 'invited', link: null });
    await expect(visitor.accountLinks.accept.mutate({ token, password })).rejects.toThrow(isOver);
  });

  test('goes by e-mail, and its mail has user name, role and a link that works', async () => {
    const email = `${unique('ada')}@example.org`;
    const userName = unique('mailed');
    const values = { ...names, email, userName, role: 'Accountant', way: 'mail' } as const;
    expect(await owner.users.invite.mutate(values)).toMatchObject({ url: null });
    const mail = await mailTo(email);
    expect(mail.headers.subject).toMatch(/^Your invitation to the back office of /);
    expect(mail.headers.to).toContain('Ada Byron');
    for (const text of ['Hello Ada,', userName, 'Accountant. Reads boards and exports reports.', 'within 72 hours'])
      expect(mail.body).toContain(text);
    await visitor.accountLinks.accept.mutate({ token: tokenIn(mail.body), password });
    expect(await signIn(server.address, { userName, password })).not.toBe('');
  });

  test('of a client needs an SMS account; an account has several people', async () => {
    const { account: telephonyClientId } = await addTenant(server.deps, 'Cedar', 'c');
    const values = { ...names, role: 'Client', way: 'shown' } as const;
    const inviteAs = (userName: string, telephonyClientId: number | null) =>
      owner.users.invite.mutate({ ...values, userName, telephonyClientId });
    await expect(inviteAs(unique('none'), null)).rejects.toThrow('SMS account is required');
    await expect(inviteAs(unique('wrong'), 2_000_000_000)).rejects.toThrow('does not exist');
    const people = [unique('one'), unique('two')];
    for (const userName of people) await inviteAs(userName, telephonyClientId);
    const ofAccount = await owner.users.ofAccount.query({ telephonyClientId });
    expect(ofAccount.map(({ userName }) => userName)).toEqual(expect.arrayContaining(people));
  });

  test('needs a free user name and e-mail address', async () => {
    const { userName } = await invite('Editor', { email: 'taken@example.org' });
    const values = { ...names, role: 'Editor', way: 'shown' } as const;
    await expect(owner.users.invite.mutate({ ...values, userName: userName.toUpperCase() })).rejects.toThrow(
      'This user name is taken',
    );
    const again = { ...values, userName: unique('free'), email: 'Taken@example.org' };
    await expect(owner.users.invite.mutate(again)).rejects.toThrow('belongs to another user');
    await expect(owner.users.invite.mutate({ ...again, email: '', way: 'mail' })).rejects.toThrow('E-mail is required');
  });
});

async function mailTo(email: string, index = 0) {
  await until(async () => smtp.mails.filter(({ to }) => to.includes(email)).length > index);
  const mail = smtp.mails.filter(({ to }) => to.includes(email))[index];
  if (!mail) throw new Error('no mail');
  return mail;
}

describe('an Owner', () => {
  test('changes a role, which ends the sessions of the user', async () => {
    const { id, api } = await signedIn('Editor');
    await owner.users.changeRole.mutate({ id, role: 'Operator' });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect(await listed(id)).toMatchObject({ role: 'Operator', telephonyClientId: null });
    const [entry] = await entriesOf(id);
    expect(entry?.changes).toEqual([{ field: 'role', from: 'Editor', to: 'Operator' }]);
  });

  test('deactivates a user, whose sessions end at once and stay ended', async () => {
    const { id, api } = await signedIn('Editor');
    await owner.users.deactivate.mutate({ id });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect(await listed(id)).toMatchObject({ state: 'deactivated', sessions: 0 });
    await owner.users.reactivate.mutate({ id });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect((await entriesOf(id)).map(({ changes }) => changes)).toEqual([
      [{ field: 'state', from: 'active', to: 'deactivated' }],
      [{ field: 'state', from: 'deactivated', to: 'active' }],
    ]);
  });

  test('ends all sessions of a user', async () => {
    const { id, api } = await signedIn('Operator');
    await owner.users.endSessions.mutate({ id });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
  });

  test('removes the second factor that a user has lost, which ends the sessions and keeps the password', async () => {
    const { id, api } = await signedIn('Editor');
    const before = await stored(id);
    const createdAt = new Date();
    await server.deps.db.update(users).set({ secondFactorAt: createdAt }).where(eq(users.id, id));
    await server.deps.db
      .insert(totpSecrets)
      .values({ userId: id, secret: 'sealed', createdAt, confirmedAt: createdAt });
    await server.deps.db.insert(recoveryCodes).values({ userId: id, codeHash: 'a hash', createdAt });
    expect(await listed(id)).toMatchObject({ hasSecondFactor: true });
    await owner.users.removeSecondFactor.mutate({ id });
    expect(await listed(id)).toMatchObject({ hasSecondFactor: false, sessions: 0 });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect((await stored(id))?.passwordHash).toBe(before?.passwordHash);
    for (const table of [totpSecrets, recoveryCodes])
      expect(await server.deps.db.select().from(table).where(eq(table.userId, id))).toEqual([]);
    const [entry] = await entriesOf(id);
    expect(entry?.action).toBe('users.removeSecondFactor');
  });

  test('gives a link for a new password, which ends the sessions when it is used', async () => {
    const { id, userName, api } = await signedIn('Editor');
    const { url } = await owner.users.giveLink.mutate({ id, way: 'shown' });
    await api.session.me.query();
    expect(await visitor.accountLinks.read.mutate({ token: tokenIn(url) })).toEqual({ kind: 'reset', userName });
    await visitor.accountLinks.accept.mutate({ token: tokenIn(url), password });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect(await signIn(server.address, { userName, password })).not.toBe('');
  });

  test('deletes a user; what the user has made keeps the name', async () => {
    const { id, userName, api } = await signedIn('Editor');
    const release = await api.releases.create.mutate({ name: 'Spring' });
    const [heading] = await api.team.heading.list.query({});
    if (!heading) throw new Error('no heading');
    const { id: headingId, version, ...values } = heading;
    await api.team.heading.save.mutate({ id: headingId, version, values: { ...values, title: 'Our people' } });
    await owner.users.delete.mutate({ id });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect(await listed(id)).toBeUndefined();
    expect((await owner.releases.get.query({ id: release.id })).userName).toBe(userName);
    expect(JSON.stringify(await owner.history.page.query({ at: new Date().toISOString() }))).toContain(userName);
    expect((await owner.audit.page.query({ userName })).rows.length).toBeGreaterThan(0);
    const [entry] = await entriesOf(id);
    expect(entry?.changes).toContainEqual({ field: 'userName', from: userName });
  });

  test('does not change the own role or state, and does not delete the own user', async () => {
    const { id, api } = await signedIn('Admin');
    await expect(api.users.changeRole.mutate({ id, role: 'Editor' })).rejects.toThrow('change your own role');
    await expect(api.users.deactivate.mutate({ id })).rejects.toThrow('deactivate yourself');
    await expect(api.users.delete.mutate({ id })).rejects.toThrow('delete yourself');
    await api.users.save.mutate({ id, ...names, email: '' });
  });
});

describe('the last Owner remains', () => {
  const owners = async () =>
    (await server.deps.db.select().from(users)).filter(({ role, isActive }) => role === 'Admin' && isActive);

  test.each(['changeRole', 'deactivate', 'delete'] as const)('if two Owners %s each other at once', async (action) => {
    for (let round = 0; round < 4; round += 1) {
      await server.deps.db.update(users).set({ role: 'Editor' }).where(eq(users.role, 'Admin'));
      const pair = await Promise.all([signedIn('Admin'), signedIn('Admin')]);
      const act = (by: Api, id: number) =>
        action === 'changeRole' ? by.users.changeRole.mutate({ id, role: 'Editor' }) : by.users[action].mutate({ id });
      await Promise.allSettled([act(pair[0].api, pair[1].id), act(pair[1].api, pair[0].id)]);
      expect((await owners()).length).toBe(1);
    }
  });

  test('an Owner who is demoted during a request changes no one', async () => {
    const [first, second, third] = await Promise.all([signedIn('Admin'), signedIn('Admin'), signedIn('Editor')]);
    const attempts = await Promise.allSettled([
      first.api.users.changeRole.mutate({ id: second.id, role: 'Editor' }),
      second.api.users.changeRole.mutate({ id: third.id, role: 'Admin' }),
      second.api.users.invite.mutate({ ...names, userName: unique('own'), role: 'Admin', way: 'shown' }),
    ]);
    expect(attempts[0].status).toBe('fulfilled');
    await expect(second.api.users.list.query()).rejects.toThrow('sign in');
  });
});

test('the last use of users and sessions is stored at most once a minute', async () => {
  const { id, api } = await signedIn('Editor');
  const seen = async () => (await stored(id))?.lastSeenAt ?? null;
  expect(await seen()).toBe(null);
  await api.session.me.query();
  await until(async () => (await seen()) !== null);
  const first = await seen();
  await api.session.me.query();
  await writeUses(server.deps);
  expect(await seen()).toEqual(first);
  ahead = 61_000;
  await api.session.me.query();
  await writeUses(server.deps);
  expect(Number(await seen())).toBeGreaterThanOrEqual(Number(first) + 60_000);
  const [session] = await server.deps.db.select().from(sessions).where(eq(sessions.userId, id));
  expect(session?.lastUsedAt).toEqual(await seen());
});

describe('a forgotten password', () => {
  const activeWith = async (email: string) => {
    const { id, userName, token } = await invite('Editor', { email });
    await visitor.accountLinks.accept.mutate({ token, password });
    return { id, userName };
  };

  test('is offered while mail is on; the mail has a link for an hour that keeps the second factor', async () => {
    expect(await visitor.accountLinks.options.query()).toEqual({ forgottenPassword: true });
    const email = `${unique('grace')}@example.org`;
    const { id, userName } = await activeWith(email);
    await server.deps.db.update(users).set({ secondFactorAt: new Date() }).where(eq(users.id, id));
    await visitor.accountLinks.forgotten.mutate({ email: email.toUpperCase() });
    const mail = await mailTo(email);
    expect(mail.headers.subject).toMatch(/^A new password for the back office of /);
    for (const text of [userName, 'within an hour', 'If you did not ask for this']) expect(mail.body).toContain(text);
    const token = tokenIn(mail.body);
    ahead = 3_600_000;
    await expect(visitor.accountLinks.read.mutate({ token })).rejects.toThrow(isOver);
    ahead = 0;
    const answer = await visitor.accountLinks.accept.mutate({ token, password: 'a newer password' });
    expect(answer).toEqual({ userName, hasSecondFactor: true });
    expect((await stored(id))?.secondFactorAt).not.toBe(null);
    expect((await entriesOf(id)).map(({ action }) => action)).toContain('session.forgottenPassword');
  });

  test('answers the same for every address, and mails active users only, at most three times an hour', async () => {
    const email = `${unique('mary')}@example.org`;
    const { id } = await activeWith(email);
    const invited = `${unique('invited')}@example.org`;
    await invite('Editor', { email: invited });
    const before = smtp.mails.length;
    const ask = (address: string) => visitor.accountLinks.forgotten.mutate({ email: address });
    const asked = [await ask('unknown@example.org'), await ask(invited)];
    for (let mails = 0; mails < 4; mails += 1) {
      asked.push(await ask(email));
      if (mails < 3) await mailTo(email, mails);
    }
    expect(new Set(asked.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await until(async () => (await server.deps.queue.overview()).active === 0);
    expect(smtp.mails.length - before).toBe(3);
    await owner.users.deactivate.mutate({ id });
    ahead = 2 * 3_600_000;
    const job = await ask(email);
    expect(job).toEqual(asked[0]);
  });
});

describe('npm run admin:rescue', () => {
  const program = join(import.meta.dirname, '../../core/commands/rescue.ts');
  const rescue = (...names: string[]) =>
    runProgram(program, names, { ...server.store.variables, PUBLIC_URL: server.address });

  test('prints a link for an Owner beside the running server; the link removes the second factor', async () => {
    const { id, userName, api } = await signedIn('Admin');
    await server.deps.db.update(users).set({ secondFactorAt: new Date() }).where(eq(users.id, id));
    const { code, said } = await rescue(userName.toUpperCase());
    expect(code).toBe(0);
    expect(said).toContain(`${server.address}/#/accept/`);
    const answer = await visitor.accountLinks.accept.mutate({ token: tokenIn(said), password });
    expect(answer).toEqual({ userName, hasSecondFactor: false });
    await expect(api.session.me.query()).rejects.toThrow('sign in');
    expect((await stored(id))?.secondFactorAt).toBe(null);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['users.rescue', 'session.acceptLink']);
  });

  test('explains in one line why there is no link', async () => {
    const { userName: editor } = await signedIn('Editor');
    const cases: [string[], string][] = [
      [[], 'Give one user name'],
      [['no-one'], 'no-one is not a user. Owners: '],
      [[editor], `${editor} is not an Owner. Owners: `],
    ];
    for (const [names, reason] of cases) {
      const { code, said, complaint } = await rescue(...names);
      expect([code, said]).toEqual([1, '']);
      expect(complaint.trim().split('\n')).toEqual([expect.stringContaining(reason)]);
    }
  });
});
