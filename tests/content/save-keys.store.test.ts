import { randomBytes } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRevision } from '../../db/query/content-revision.ts';
import { saveKeys } from '../../db/schema/save-keys.ts';
import { users } from '../../db/schema/users.ts';
import { readJson } from '../fixture/read-json.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';

type Api = ReturnType<typeof trpcClient>;

let server: TestServer;
let api: Api;
/** Another admin. */
let other: Api;
let parentId: number;
let accountId: number;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { now: () => new Date(now) });
  api = trpcClient(server.address, server.adminToken);
  other = trpcClient(server.address, (await addSignedIn(server.deps, 'Admin', { userName: 'second' })).token);
  const values = { title: 'Numbers', subTitle: 'Counted', backgroundImage: null, isActive: true };
  ({ id: parentId } = await api.facts.heading.save.mutate({ values }));
  ({ id: accountId } = await api.telephony.clients.save.mutate({ values: account('Harbour') }));
});
afterAll(() => server.stop());

const newKey = () => randomBytes(16).toString('hex');
const fact = (label: string) => ({ label, count: 1, isActive: true });
const account = (projectName: string) => ({
  projectName,
  twilioPhoneNumber: '+15005550006',
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'token_of_a_test',
  phoneNumber: '+15005550007',
  isActive: true,
  isDefault: false,
});
const contact = (friendlyName: string, twilioPhoneNumber: string) => ({
  friendlyName,
  twilioPhoneNumber,
  isActive: true,
});

const facts = () => api.facts.items.list.query({ parentId });
const accountNames = async () => (await api.telephony.clients.list.query({})).map(({ projectName }) => projectName);

type Save = (key: string, by: Api) => Promise<unknown>;
type Count = () => Promise<number>;
const creatingSaves: [string, Save, Count][] = [
  [
    'a heading',
    (key, by) => by.menu.items.save.mutate({ key, values: { text: 'Twice pressed', link: '#team', isActive: true } }),
    async () => (await api.menu.items.list.query({})).filter(({ text }) => text === 'Twice pressed').length,
  ],
  [
    'a child record',
    (key, by) => by.facts.items.save.mutate({ key, parentId, values: fact('Twice pressed') }),
    async () => (await facts()).filter(({ label }) => label === 'Twice pressed').length,
  ],
  [
    'a client',
    async (key, by) => {
      const [heading] = await api.clients.heading.list.query({});
      const values = {
        name: 'Twice pressed',
        displayOrder: 1,
        telephonyClientId: null,
        isActive: true,
        showOnHomePage: true,
      };
      return by.clients.items.save.mutate({ key, parentId: heading?.id ?? 0, values });
    },
    async () => (await api.clients.items.list.query({})).filter(({ name }) => name === 'Twice pressed').length,
  ],
  [
    'an SMS account',
    (key, by) => by.telephony.clients.save.mutate({ key, values: account('Twice pressed') }),
    async () => (await accountNames()).filter((name) => name === 'Twice pressed').length,
  ],
  [
    'an SMS account with a user',
    (key, by) =>
      by.telephony.clients.create.mutate({
        key,
        values: {
          firstName: 'Ada',
          lastName: 'Pier',
          userName: 'ada',
          password: 'low water',
          ...account('With a user'),
        },
      }),
    async () => (await accountNames()).filter((name) => name === 'With a user').length,
  ],
  [
    'an SMS contact',
    (key, by) =>
      by.telephony.contacts.save.mutate({ key, parentId: accountId, values: contact('Ada', '+15005550100') }),
    async () => (await api.telephony.contacts.list.query({ parentId: accountId })).length,
  ],
  [
    'a Trello category',
    (key, by) => by.boards.saveCategory.mutate({ key, name: 'Twice pressed' }),
    async () => (await api.boards.categories.query()).filter(({ name }) => name === 'Twice pressed').length,
  ],
];

test.each(creatingSaves)(
  'two saves of %s with one key create one row and give the same answer',
  async (_name, save, count) => {
    const key = newKey();
    const [first, second] = await Promise.all([
      save(key, api),
      save(key, trpcClient(server.address, server.adminToken)),
    ]);
    expect(second).toEqual(first);
    expect(await count()).toBe(1);
    // Later too, when the first answer did not arrive.
    expect(await save(key, api)).toEqual(first);
    expect(await count()).toBe(1);
  },
);

test('saves with other keys, of other users, or without a key each create a row', async () => {
  const key = newKey();
  const before = (await facts()).length;
  const values = fact('Own row');
  await api.facts.items.save.mutate({ key, parentId, values });
  await other.facts.items.save.mutate({ key, parentId, values });
  await api.facts.items.save.mutate({ key: newKey(), parentId, values });
  await api.facts.items.save.mutate({ parentId, values });
  expect((await facts()).length).toBe(before + 4);
});

test('other values under a known key correct the row that the key created, and no other', async () => {
  const key = newKey();
  const neighbour = await api.facts.items.save.mutate({ parentId, values: fact('Neighbour') });
  const { id } = await api.facts.items.save.mutate({ key, parentId, values: fact('As first sent') });
  const corrected = await api.facts.items.save.mutate({ key, parentId, values: fact('As corrected') });
  expect(corrected).toMatchObject({ id, version: 2 });
  const labels = new Map((await facts()).map((row) => [row.id, row.label]));
  expect(labels.get(id)).toBe('As corrected');
  expect(labels.get(neighbour.id)).toBe('Neighbour');
});

test('a correction is a conflict after another admin has changed the row', async () => {
  const key = newKey();
  const { id } = await api.facts.items.save.mutate({ key, parentId, values: fact('Mine') });
  await other.facts.items.save.mutate({ id, values: fact('Theirs') });
  await expect(api.facts.items.save.mutate({ key, parentId, values: fact('Mine, corrected') })).rejects.toMatchObject({
    message: 'Someone else has changed this fact in the meantime.',
    data: { httpStatus: 409, current: { id, label: 'Theirs' } },
  });
  // A repetition of the first save changes nothing.
  expect(await api.facts.items.save.mutate({ key, parentId, values: fact('Mine') })).toMatchObject({ id, version: 2 });
  expect((await facts()).find((row) => row.id === id)?.label).toBe('Theirs');
});

test('a repeated save of a row that was deleted since is refused and creates no row', async () => {
  const key = newKey();
  const { id } = await api.facts.items.save.mutate({ key, parentId, values: fact('Short-lived') });
  await other.facts.items.delete.mutate({ id });
  const before = await facts();
  await expect(api.facts.items.save.mutate({ key, parentId, values: fact('Short-lived') })).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
  expect(await facts()).toEqual(before);
});

test('a refused save does not use up its key', async () => {
  const key = newKey();
  await expect(api.facts.items.save.mutate({ key, parentId: 999_999, values: fact('Lost') })).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
  const person = { firstName: 'Ada', lastName: 'Pier', userName: 'admin', password: 'low water' };
  const taken = api.telephony.clients.create.mutate({ key, values: { ...person, ...account('Taken name') } });
  await expect(taken).rejects.toThrow('taken');
  await api.facts.items.save.mutate({ key, parentId, values: fact('Found') });
  expect((await facts()).at(-1)?.label).toBe('Found');
});

test('the key is stored in the transaction of the row: if the key cannot be stored, there is no row', async () => {
  const before = await facts();
  const revision = await readRevision(server.deps.db);
  // The key's insert comes after the row's.
  await server.store.execute('alter table save_keys rename column row_id to row_id_away');
  const lost = api.facts.items.save.mutate({ key: newKey(), parentId, values: fact('Half a save') });
  await expect(lost).rejects.toMatchObject({ data: { httpStatus: 500 } });
  await server.store.execute('alter table save_keys rename column row_id_away to row_id');
  expect(await facts()).toEqual(before);
  expect(await readRevision(server.deps.db)).toBe(revision);
});

test('a REST save takes its key from the header Idempotency-Key; a key that is too short is refused', async () => {
  const save = (key: string, label: string) =>
    fetch(`${server.address}/api/savefactdetail`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.adminToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ FactID: parentId, FactsLabel: label, LabelCount: 5, IsActive: 1 }),
    });
  const before = (await facts()).length;
  const key = newKey();
  const first = await readJson<{ Data: number }>(await save(key, 'Over REST'));
  expect(await readJson(await save(`"${key}"`, 'Over REST'))).toEqual(first);
  expect((await facts()).length).toBe(before + 1);
  const refused = await save('short', 'Over REST');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    Status: 3,
    Data: { fields: { 'Idempotency-Key': expect.any(String) } },
  });
  expect((await facts()).length).toBe(before + 1);
});

test("the next creating save deletes the user's keys older than a day, not those of another user", async () => {
  const { deps, address } = server;
  const [me] = await deps.db.select().from(users).where(eq(users.userName, 'admin'));
  if (!me) throw new Error('no admin');
  const keysOf = (isMine: boolean) =>
    deps.db.$count(saveKeys, isMine ? eq(saveKeys.userId, me.id) : ne(saveKeys.userId, me.id));
  const theirs = await keysOf(false);
  expect(await keysOf(true)).toBeGreaterThan(1);
  expect(theirs).toBeGreaterThan(0);
  now += 24 * 3_600_000 + 1;
  const later = trpcClient(address, await signIn(address, admin));
  await later.facts.items.save.mutate({ key: newKey(), parentId, values: fact('A day later') });
  expect(await keysOf(true)).toBe(1);
  expect(await keysOf(false)).toBe(theirs);
});
