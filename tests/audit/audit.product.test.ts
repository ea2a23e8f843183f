import { once } from 'node:events';
import { request } from 'node:http';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { declarations } from '../../server/trpc/app-router.ts';
import { until } from '../fakes/clock.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addClientUser, addSignedIn } from '../fixture/users.ts';
import { withoutAuditEntry } from '../rest/who-may-call.ts';

let server: TestServer;
let api: ReturnType<typeof trpcClient>;
/** A second client's user, whose session and entries no test changes. */
let neighbour: ReturnType<typeof trpcClient>;
beforeAll(async () => {
  server = await startTestServer();
  api = trpcClient(server.address, server.adminToken);
  await addClientUser(server.deps, { userName: 'mira', password: 'tide table', telephonyClientId: 7 });
  const signedIn = await addSignedIn(server.deps, 'Client', { userName: 'nils', telephonyClientId: 8 });
  neighbour = trpcClient(server.address, signedIn.token);
});
afterEach(async () => {
  expect(await neighbour.session.me.query()).toMatchObject({ userName: 'nils', telephonyClientId: 8 });
  const ofNeighbour = await server.deps.db.select().from(auditEntries).where(eq(auditEntries.userName, 'nils'));
  expect(ofNeighbour).toEqual([]);
});
afterAll(() => server.stop());

/** Entries of an action, the oldest first. */
const entriesOf = (action: string) =>
  server.deps.db.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(asc(auditEntries.id));
const allEntries = () => server.deps.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
/** The entries that the work adds; the work must not change earlier ones. */
async function added(work: () => Promise<unknown>) {
  const before = await allEntries();
  await work();
  const after = await allEntries();
  expect(after.slice(0, before.length)).toEqual(before);
  return after.slice(before.length);
}
const latest = async (action: string) => (await entriesOf(action)).at(-1);

const takeAway = ({ store }: TestServer) => store.execute('alter table audit_entries rename to audit_away');
const putBack = ({ store }: TestServer) => store.execute('alter table audit_away rename to audit_entries');

async function rest(path: string, body: unknown, token = server.adminToken) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${server.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** A small picture in the form the back office sends. */
function pictureForm(): FormData {
  const form = new FormData();
  form.set('slot', 'background');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  form.set('file', new Blob([Buffer.from(pixel, 'base64')]), 'a.png');
  return form;
}

describe('changes of content', () => {
  test('a save records user, address, and old and new value of each changed field', async () => {
    const [item, ...others] = await api.features.items.list.query({});
    if (!item) throw new Error('no feature');
    expect(others.length).toBeGreaterThan(0);
    const values = { ...item, name: 'Harbour lights', description: 'x'.repeat(400) };
    const entries = await added(() => api.features.items.save.mutate({ id: item.id, version: item.version, values }));
    expect((await api.features.items.list.query({})).slice(1)).toEqual(others);
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry).toMatchObject({
      userName: 'admin',
      role: 'Admin',
      ip: '127.0.0.1',
      section: 'features',
      record: 'Feature',
      recordId: String(item.id),
      outcome: 'done',
      fields: 'name, description',
    });
    expect(entry?.userId).toBeGreaterThan(0);
    expect(entry?.requestId).toMatch(/^[0-9a-f]{16}[0-9a-z]+$/);
    expect(entry?.changes[0]).toEqual({ field: 'name', from: item.name, to: 'Harbour lights' });
    expect(entry?.changes[1]?.to).toHaveLength(200);
  });

  test('REST calls are recorded as their procedure; creating and deleting record all fields', async () => {
    const [heading] = await api.features.heading.list.query({});
    const others = await api.features.items.list.query({});
    const body = { FeatureID: heading?.id, FeatureIconText: 'Tide', FeatureIconDescription: 'In and out', IsActive: 1 };
    const saved = await rest('savefeaturedetail', { ...body, FeatureIcon: 'uk-icon-clock-o' });
    expect(saved.status).toBe(200);
    const { Data: id } = castTo<{ Data: number }>(await saved.json());
    const created = await latest('features.items.save');
    expect(created).toMatchObject({ recordId: String(id), outcome: 'done' });
    expect(created?.changes).toContainEqual({ field: 'name', to: 'Tide' });
    const entries = await added(() => rest('deletefeaturedetail', { FeatureDetailID: id }));
    expect(await api.features.items.list.query({})).toEqual(others);
    expect(entries).toHaveLength(1);
    const [deleted] = entries;
    expect(deleted?.action).toBe('features.items.delete');
    expect(deleted).toMatchObject({ record: 'Feature', recordId: String(id) });
    expect(deleted?.changes).toContainEqual({ field: 'name', from: 'Tide' });
  });

  test('concurrent saves each record the values they replaced', async () => {
    const [fact, ...others] = await api.facts.items.list.query({});
    if (!fact) throw new Error('no fact');
    expect(others.length).toBeGreaterThan(0);
    const before = (await entriesOf('facts.items.save')).length;
    const names = Array.from({ length: 8 }, (_, place) => `Ferry ${place}`);
    // Eight concurrent saves may be too many for one row: a save that reports a conflict has changed nothing.
    await Promise.allSettled(
      names.map((label) => api.facts.items.save.mutate({ id: fact.id, values: { ...fact, label } })),
    );
    const entries = (await entriesOf('facts.items.save')).slice(before);
    const steps = entries.map(({ changes }) => changes.find(({ field }) => field === 'label'));
    expect(steps.length).toBeGreaterThan(1);
    const froms = new Map(steps.map((step) => [step?.from, step?.to]));
    // Each old value is another save's new value: one chain from the first name to the last.
    let name: string | undefined = fact.label;
    let length = 0;
    while (froms.has(name)) {
      name = froms.get(name);
      length += 1;
    }
    expect(length).toBe(steps.length);
    const [now, ...othersNow] = await api.facts.items.list.query({});
    expect(name).toBe(now?.label);
    expect(othersNow).toEqual(others);
  });

  test('a refused request leaves no entry', async () => {
    const before = await api.features.items.list.query({});
    const entries = await added(async () => {
      await expect(api.features.items.delete.mutate({ id: 999_999 })).rejects.toThrow('does not exist');
      expect((await rest('savefeaturedetail', { FeatureIconText: '' })).status).toBe(400);
    });
    expect(entries).toEqual([]);
    expect(await api.features.items.list.query({})).toEqual(before);
  });

  test('pictures, orders and switches are recorded too', async () => {
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const uploaded = await fetch(`${server.address}/api/images`, { method: 'POST', headers, body: pictureForm() });
    expect(uploaded.status).toBe(200);
    expect(await latest('images.upload')).toMatchObject({ record: 'Picture', outcome: 'done' });
    const items = await api.features.items.list.query({});
    const from = items.map(({ id }) => id);
    const ids = from.toReversed();
    await api.features.items.reorder.mutate({ ids, from });
    const order = { field: 'order', from: from.join(', '), to: ids.join(', ') };
    expect((await latest('features.items.reorder'))?.changes).toEqual([order]);
  });
});

describe('sign-ins and secrets', () => {
  test('sign-in, failed sign-in and sign-out are recorded', async () => {
    const token = await signIn(server.address, { userName: 'mira', password: 'tide table' });
    expect(await latest('session.signIn')).toMatchObject({ userName: 'mira', role: 'Client', outcome: 'done' });
    await expect(signIn(server.address, { userName: 'Mira', password: 'guess-1' })).rejects.toThrow();
    const wrong = await latest('session.signInFailed');
    expect(wrong).toMatchObject({ userName: 'mira', changes: [{ field: 'reason', to: 'Wrong password' }] });
    expect(wrong?.recordId).toBe(String(wrong?.userId));
    await trpcClient(server.address, token).session.logout.mutate();
    expect(await latest('session.logout')).toMatchObject({ userName: 'mira' });
  });

  test.each([
    ['null', null],
    ['"id"', null],
    ['{"id":"typed into the wrong field"}', null],
    ['{"id":7}', '7'],
  ])('of the input %s at most an id that is a number is recorded', async (body, recordId) => {
    const token = await signIn(server.address, { userName: 'mira', password: 'tide table' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${server.address}/trpc/session.logout`, { method: 'POST', headers, body });
    expect(status).toBe(200);
    expect(await latest('session.logout')).toMatchObject({ userName: 'mira', outcome: 'done', recordId, changes: [] });
  });

  test('an unknown user name is not stored: it may be a password', async () => {
    await expect(signIn(server.address, { userName: 'hunter2-typed-here', password: 'x' })).rejects.toThrow();
    const entry = await latest('session.signInFailed');
    expect(entry).toMatchObject({ userId: null, userName: '', role: null });
    expect(entry?.changes).toEqual([{ field: 'reason', to: 'Unknown user name' }]);
    expect(JSON.stringify(entry)).not.toContain('hunter2');
  });

  test('no entry contains a password, token or health code', async () => {
    const secrets = [
      'sentinel-password',
      'sentinel-token-1',
      'sentinel-token-2',
      'sentinel-health-code',
      'sentinel-new',
    ];
    const [password = '', first = '', second = '', code = '', changed = ''] = secrets;
    const account = {
      twilioPhoneNumber: '+15007770001',
      phoneNumber: '+15007770099',
      projectName: 'Ferry',
      accountSid: `AC${'a'.repeat(32)}`,
      authToken: first,
      isActive: true,
      isDefault: false,
    };
    const person = { firstName: 'Tom', lastName: 'Reed', userName: 'tom', password };
    const { id } = await api.telephony.clients.create.mutate({ values: { ...account, ...person } });
    await api.telephony.clients.save.mutate({ id, values: { ...account, authToken: second } });
    await api.telephony.clients.save.mutate({ id, values: { ...account, authToken: '********', projectName: 'Quay' } });
    const [client] = await api.clients.items.list.query({});
    if (!client) throw new Error('no client');
    await api.clients.items.save.mutate({ id: client.id, values: { ...client, healthCode: code } });
    const token = await signIn(server.address, { userName: 'tom', password });
    await trpcClient(server.address, token).session.changePassword.mutate({ password: changed });
    await rest('changepassword', { Password: changed, UserName: 'tom' }, token);
    await expect(signIn(server.address, { userName: 'tom', password })).rejects.toThrow();

    const everything = JSON.stringify(await server.deps.db.select().from(auditEntries));
    for (const secret of secrets) expect(everything).not.toContain(secret);
    // The entries still name the changed fields.
    const saves = (await entriesOf('telephony.clients.save')).map(({ fields }) => fields);
    expect(saves).toEqual(['authToken', 'projectName']);
    expect((await latest('clients.items.save'))?.changes).toContainEqual({ field: 'healthCode' });
    const tom = { record: 'User', recordId: String((await latest('session.signIn'))?.userId) };
    expect(await latest('session.changePassword')).toMatchObject({ ...tom, changes: [{ field: 'password' }] });
    await api.users.setPassword.mutate({ id: Number(tom.recordId), password });
    expect(await latest('users.setPassword')).toMatchObject({ ...tom, changes: [{ field: 'password' }] });
  });

  test('exports are recorded before anything is sent', async () => {
    const headers = { authorization: `Bearer ${server.adminToken}` };
    await fetch(`${server.address}/api/subscribers.csv?all=true`, { headers });
    expect(await latest('subscribe.exportSubscribers')).toMatchObject({ changes: [{ field: 'which', to: 'all' }] });
    await fetch(`${server.address}/api/twilio/log.csv?toNumber=%2B1500`, { headers });
    expect((await latest('telephony.exportLog'))?.changes).toEqual([
      { field: 'toNumber', to: '+1500' },
      { field: 'format', to: 'csv' },
    ]);
    await takeAway(server);
    const refused = await fetch(`${server.address}/api/subscribers.csv`, { headers });
    await putBack(server);
    expect(refused.status).toBe(500);
  });
});

describe('entries and changes', () => {
  test('no procedure changes anything without an entry', async () => {
    const own = await startTestServer();
    const client = trpcClient(own.address, own.adminToken);
    const [before] = await client.hero.heading.list.query({});
    if (!before) throw new Error('no hero');
    await takeAway(own);
    await expect(
      client.hero.heading.save.mutate({ id: before.id, values: { ...before, title: 'Unrecorded' } }),
    ).rejects.toThrow();
    const statuses = { audited: new Set<number>(), unaudited: new Set<number>() };
    for (const [name, { type, meta }] of declarations) {
      if (type !== 'mutation' || meta?.access === 'public') continue;
      const headers = { authorization: `Bearer ${own.adminToken}`, 'content-type': 'application/json' };
      const { status } = await fetch(`${own.address}/trpc/${name}`, { method: 'POST', headers, body: '{"junk":1}' });
      statuses[withoutAuditEntry.includes(`mutation ${name}`) ? 'unaudited' : 'audited'].add(status);
    }
    // Not 400: the entry is written before the input is checked.
    expect([...statuses.audited]).toEqual([500]);
    expect([...statuses.unaudited]).toEqual([400]);
    await expect(signIn(own.address, admin)).rejects.toThrow();
    await putBack(own);
    expect(await client.hero.heading.list.query({})).toEqual([before]);
    await own.stop();
  });

  test('a change whose entry cannot be completed keeps the outcome begun, and is counted', async () => {
    // A slow upload: its entry is begun before the rest is sent.
    const form = new Response(pictureForm());
    const bytes = Buffer.from(await form.arrayBuffer());
    const upload = request(`${server.address}/api/images`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.adminToken}`,
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': bytes.length,
      },
    });
    upload.write(bytes.subarray(0, 50));
    await until(async () => (await latest('images.upload'))?.outcome === 'begun');
    const begun = await latest('images.upload');
    // A second upload completes its own entry only.
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const entries = await added(() =>
      fetch(`${server.address}/api/images`, { method: 'POST', headers, body: pictureForm() }),
    );
    expect(entries).toMatchObject([{ action: 'images.upload', outcome: 'done' }]);
    await takeAway(server);
    const answered = once(upload, 'response');
    upload.end(bytes.subarray(50));
    const [answer] = await answered;
    await putBack(server);
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(begun).toMatchObject({ userName: 'admin', outcome: 'begun' });
    expect((await entriesOf('images.upload')).slice(-2)).toEqual([begun, ...entries]);
    const metrics = await (await fetch(`${server.address}/metrics`)).text();
    expect(metrics).toMatch(/^vitrine_background_failures_total\{source="audit"\} [1-9]/m);
  });

  test('a server error is recorded as failed', async () => {
    const [item] = await api.features.items.list.query({});
    if (!item) throw new Error('no feature');
    await server.store.execute('alter table feature_items rename to feature_items_away');
    await expect(api.features.items.save.mutate({ id: item.id, values: item })).rejects.toThrow('technical issue');
    await server.store.execute('alter table feature_items_away rename to feature_items');
    expect(await latest('features.items.save')).toMatchObject({ outcome: 'failed', recordId: String(item.id) });
  });
});
