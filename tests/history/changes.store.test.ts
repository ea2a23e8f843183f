import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentHistory } from '../../db/schema/history.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

type Api = ReturnType<typeof trpcClient>;

let server: TestServer;
let api: Api;
let headingId: number;
let otherHeadingId: number;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
  api = trpcClient(server.address, server.adminToken);
  const heading = (title: string) => ({ title, subTitle: 'Sub title', backgroundImage: null, isActive: true });
  ({ id: headingId } = await api.team.heading.save.mutate({ values: heading('Our team') }));
  ({ id: otherHeadingId } = await api.team.heading.save.mutate({ values: heading('Our other team') }));
});
afterAll(() => server.stop());

const person = (firstName: string) => ({
  firstName,
  lastName: 'Field',
  designation: 'Engineer',
  description: 'Builds things.',
  photo: null,
  isActive: true,
});
const addPerson = (name: string, parentId = headingId) =>
  api.team.members.save.mutate({ parentId, values: person(name) });
const people = async () =>
  (await api.team.members.list.query({ parentId: headingId })).map(({ firstName }) => firstName);
const historyOf = (rowId: number, record = 'team.members') => api.history.list.query({ record, rowId });

test('a new installation begins with the rows as they are', async () => {
  const [first] = await api.history.list.query({ section: 'hero' });
  expect(first).toMatchObject({ record: 'hero.heading', action: 'save', cause: 'start', userName: '' });
});

test('each save adds an entry with author, cause and differences, and no other row gets one', async () => {
  const { id } = await addPerson('Ada');
  const neighbour = await addPerson('Neighbour');
  const saved = await api.team.members.save.mutate({ id, values: { ...person('Ada'), designation: 'Director' } });
  const entries = await historyOf(id);
  expect(entries).toMatchObject([
    {
      revision: saved.revision,
      action: 'save',
      cause: 'edit',
      userName: 'admin',
      title: 'Ada Field',
      isNewest: true,
      changes: [{ field: 'designation', label: 'Designation', from: 'Engineer', to: 'Director' }],
    },
    { action: 'create', isNewest: false, isDeleted: false, values: { firstName: 'Ada', isActive: true, photo: null } },
  ]);
  expect(await historyOf(neighbour.id)).toHaveLength(1);
});

test('a restore gives a row, or one of its fields, the values of an entry, and can be undone', async () => {
  const { id } = await addPerson('Grace');
  await api.team.members.save.mutate({ id, values: { ...person('Rear Admiral Grace'), designation: 'Admiral' } });
  const first = (await historyOf(id)).at(-1);
  if (!first) throw new Error('no entry');
  const read = async () => (await api.team.members.list.query({})).find((row) => row.id === id);

  await api.history.restore.mutate({ entry: first.id, fields: ['firstName'] });
  expect(await read()).toMatchObject({ firstName: 'Grace', designation: 'Admiral', version: 3 });
  const { revision } = await api.history.restore.mutate({ entry: first.id });
  expect(await read()).toMatchObject({ firstName: 'Grace', designation: 'Engineer', version: 4 });
  if (revision === null) throw new Error('nothing restored');
  await api.history.undo.mutate({ revision });
  expect(await read()).toMatchObject({ firstName: 'Grace', designation: 'Admiral', version: 5 });
  expect((await historyOf(id)).map(({ cause }) => cause)).toEqual(['undo', 'restore', 'restore', 'edit', 'edit']);
});

test('a deleted row comes back in its place with its children, and the deletion can be undone', async () => {
  const { id } = await addPerson('Mary');
  const other = await addPerson('Other');
  const link = (parentId: number, address: string) =>
    api.team.socialLinks.save.mutate({ parentId, values: { site: 'GitHub', link: address, isActive: true } });
  await link(id, 'https://example.com/mary');
  const gone = await link(id, 'https://example.com/deleted-before');
  await link(other.id, 'https://example.com/other');
  await api.team.socialLinks.delete.mutate({ id: gone.id });
  const before = await people();
  const rows = await api.team.members.list.query({});

  const { revision } = await api.team.members.delete.mutate({ id });
  expect(await people()).toEqual(before.filter((name) => name !== 'Mary'));
  const [deletion] = await historyOf(id);
  expect(deletion).toMatchObject({ action: 'delete', isDeleted: true, values: { firstName: 'Mary' } });
  expect(await api.history.list.query({ record: 'team.socialLinks', action: 'delete' })).toHaveLength(2);

  await api.history.restore.mutate({ entry: deletion?.id ?? 0 });
  expect(await people()).toEqual(before);
  const linksOf = async (parentId: number) =>
    (await api.team.socialLinks.list.query({ parentId })).map((row) => row.link);
  expect(await linksOf(id)).toEqual(['https://example.com/mary']);
  expect(await linksOf(other.id)).toEqual(['https://example.com/other']);
  const back = (await api.team.members.list.query({})).find((row) => row.id === id);
  expect(back).toEqual({ ...rows.find((row) => row.id === id), version: 2 });

  await expect(api.history.undo.mutate({ revision: revision ?? 0 })).rejects.toMatchObject({
    data: { httpStatus: 409 },
    message: 'Team member “Mary Field” has changed since. Its history has all versions.',
  });
  const second = await api.team.members.delete.mutate({ id });
  await api.history.undo.mutate({ revision: second.revision ?? 0 });
  expect(await people()).toEqual(before);
  expect(await linksOf(id)).toEqual(['https://example.com/mary']);
});

test('the state in which the history found the rows is no change that can be undone', async () => {
  const rows = await api.hero.heading.list.query({});
  expect(rows).not.toEqual([]);
  const [begun] = (await api.history.list.query({ section: 'hero' })).filter(({ cause }) => cause === 'start');
  await expect(api.history.undo.mutate({ revision: begun?.revision ?? 0 })).rejects.toMatchObject({
    data: { httpStatus: 404 },
    message: 'This change does not exist or was deleted.',
  });
  expect(await api.hero.heading.list.query({})).toEqual(rows);
});

test('a row that comes back again and again never gets a version twice', async () => {
  const { id } = await addPerson('Lazarus');
  const [first] = await historyOf(id);
  const versions: unknown[] = [];
  for (const designation of ['Baker', 'Clerk', 'Diver']) {
    await api.team.members.save.mutate({ id, values: { ...person('Lazarus'), designation } });
    await api.team.members.delete.mutate({ id });
    await api.history.restore.mutate({ entry: first?.id ?? 0 });
    const row = (await api.team.members.list.query({})).find((one) => one.id === id);
    expect(row).toMatchObject({ firstName: 'Lazarus', designation: 'Engineer' });
    versions.push(row?.version);
    expect((await historyOf(id))[0]).toMatchObject({ action: 'create', cause: 'restore', isNewest: true });
  }
  expect(versions).toEqual([3, 5, 7]);
});

test('a row whose parent was deleted is not restored, with the reason', async () => {
  const { id: parentId } = await api.team.heading.save.mutate({
    values: { title: 'Short-lived', subTitle: 'Sub title', backgroundImage: null, isActive: true },
  });
  const { id } = await addPerson('Orphan', parentId);
  await api.team.heading.delete.mutate({ id: parentId });
  const [deletion] = await historyOf(id);
  await expect(api.history.restore.mutate({ entry: deletion?.id ?? 0 })).rejects.toMatchObject({
    data: { httpStatus: 409 },
    message: 'The record above it was deleted. Restore that one first.',
  });
});

test('a new order is undone as long as the list is in this order', async () => {
  const ids: number[] = [];
  for (const name of ['one', 'two', 'three']) ids.push((await addPerson(name, otherHeadingId)).id);
  const order = async () => (await api.team.members.list.query({ parentId: otherHeadingId })).map((row) => row.id);
  const { revision } = await api.team.members.reorder.mutate({ ids: ids.toReversed(), from: ids });
  expect(await order()).toEqual(ids.toReversed());
  const moved = await api.history.list.query({ record: 'team.members', action: 'reorder' });
  expect(moved.map(({ rowId }) => rowId).toSorted()).toEqual([ids[0], ids[2]].toSorted());
  await api.history.undo.mutate({ revision: revision ?? 0 });
  expect(await order()).toEqual(ids);
  const again = await api.team.members.reorder.mutate({ ids: ids.toReversed(), from: ids });
  await api.team.members.reorder.mutate({ ids, from: ids.toReversed() });
  await expect(api.history.undo.mutate({ revision: again.revision ?? 0 })).rejects.toMatchObject({
    data: { httpStatus: 409 },
  });
});

test('the whole page goes back to a moment and forth again, and servers keep their monitors', async () => {
  const values = { title: 'Clients', subTitle: 'Sub title', backgroundImage: null, isActive: true };
  const { id: parentId } = await api.clients.heading.save.mutate({ values });
  const client = (name: string, healthCode: string) => ({
    name,
    displayOrder: 1,
    healthCode,
    checkInterval: 'hour' as const,
    telephonyClientId: null,
    logo: null,
    showOnHomePage: true,
    isActive: true,
  });
  const kept = await api.clients.items.save.mutate({ parentId, values: client('Kept', 'code-of-the-first-one') });
  const { id: personId } = await addPerson('There then');
  const [then] = await api.history.list.query({ limit: 1 });
  const contentThen = await api.landing.content.query();

  await api.clients.items.save.mutate({ id: kept.id, values: client('Kept, renamed', 'code-of-another-one') });
  const added = await api.clients.items.save.mutate({ parentId, values: client('Added', 'code-of-a-new-server') });
  const late = await addPerson('Added later');
  await api.team.members.delete.mutate({ id: personId });
  const contentLater = await api.landing.content.query();

  const entry = then?.id ?? 0;
  const past = await api.history.page.query({ entry });
  expect(past.content).toEqual(contentThen);
  const following = await api.history.page.query({ entry: past.next ?? 0 });
  expect((await api.history.page.query({ entry: following.previous ?? 0 })).moment).toEqual(past.moment);
  const [latest] = await api.history.list.query({ limit: 1 });
  expect((await api.history.page.query({ entry: latest?.id ?? 0 })).next).toBe(null);
  expect(past.changes.map(({ title, effect }) => [title, effect])).toEqual(
    expect.arrayContaining([
      ['Kept', 'changed'],
      ['Added', 'hidden'],
      ['Added later Field', 'deleted'],
      ['There then Field', 'brought back'],
    ]),
  );
  expect(past.changes).toHaveLength(4);
  const { revision } = await api.history.restorePage.mutate({ entry });
  const content = await api.landing.content.query();
  expect(JSON.stringify(content).replace(/"version":\d+/g, '')).toBe(
    JSON.stringify(contentThen).replace(/"version":\d+/g, ''),
  );
  const codes = (await api.clients.items.list.query({})).map((row) => [row.id, row.healthCode, row.showOnHomePage]);
  expect(codes).toEqual([
    [kept.id, 'code-of-another-one', true],
    [added.id, 'code-of-a-new-server', false],
  ]);
  expect((await api.history.page.query({ entry })).changes).toEqual([]);

  await api.history.undo.mutate({ revision: revision ?? 0 });
  expect(JSON.stringify(await api.landing.content.query()).replace(/"version":\d+/g, '')).toBe(
    JSON.stringify(contentLater).replace(/"version":\d+/g, ''),
  );
  expect((await people()).includes('Added later')).toBe(true);
  expect(late.id).toBeGreaterThan(0);
});

test('a row that an older version of the product has changed is in the history before its next change', async () => {
  const { id } = await addPerson('Known');
  await server.deps.db.delete(contentHistory);
  await api.team.members.save.mutate({ id, values: person('Changed') });
  const entries = await historyOf(id);
  expect(entries.map(({ cause, title }) => [cause, title])).toEqual([
    ['edit', 'Changed Field'],
    ['start', 'Known Field'],
  ]);
  await api.history.undo.mutate({ revision: entries[0]?.revision ?? 0 });
  expect((await people()).at(-1)).toBe('Known');
});

test('a client comes back without an SMS account that was deleted since', async () => {
  const account = (projectName: string) => ({
    projectName,
    twilioPhoneNumber: '+15005550006',
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'token_of_a_test',
    phoneNumber: '+15005550007',
    isActive: true,
    isDefault: false,
  });
  const [lost, kept] = [
    await api.telephony.clients.save.mutate({ values: account('Lost') }),
    await api.telephony.clients.save.mutate({ values: account('Kept') }),
  ];
  const { id: parentId } = await api.clients.heading.save.mutate({
    values: { title: 'With accounts', subTitle: 'Sub title', backgroundImage: null, isActive: true },
  });
  const add = (name: string, telephonyClientId: number) =>
    api.clients.items.save.mutate({
      parentId,
      values: {
        name,
        telephonyClientId,
        displayOrder: 1,
        healthCode: '',
        checkInterval: 'none',
        logo: null,
        showOnHomePage: true,
        isActive: true,
      },
    });
  await add('First', lost.id);
  await add('Second', kept.id);
  const { revision } = await api.clients.heading.delete.mutate({ id: parentId });
  await api.telephony.clients.delete.mutate({ id: lost.id });
  await api.history.undo.mutate({ revision: revision ?? 0 });
  const rows = await api.clients.items.list.query({ parentId });
  expect(rows.map(({ name, telephonyClientId }) => [name, telephonyClientId])).toEqual([
    ['First', null],
    ['Second', kept.id],
  ]);
});
