import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRevision } from '../../db/query/content-revision.ts';
import { facts } from '../../db/schema/facts.ts';
import { readJson } from '../fixture/read-json.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let api: ReturnType<typeof trpcClient>;
beforeAll(async () => {
  server = await startTestServer();
  api = trpcClient(server.address, server.adminToken);
});
afterAll(() => server.stop());

const unlinked = { telephonyClientId: null, isActive: true, showOnHomePage: true } as const;

/** Adds a heading with this many clients, numbered 10, 20, 30, ... */
async function headingWithClients(count: number) {
  const values = { title: 'Whom we work for', subTitle: 'Afloat and ashore', backgroundImage: null, isActive: true };
  const { id: parentId } = await api.clients.heading.save.mutate({ values });
  for (let number = 1; number <= count; number += 1) {
    await api.clients.items.save.mutate({
      parentId,
      values: { ...unlinked, name: `Client ${number}`, displayOrder: number * 10 },
    });
  }
  return parentId;
}

const listed = (parentId: number) => api.clients.items.list.query({ parentId });
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('the order of clients', () => {
  test('is written into their Display Order by one call and is visible everywhere', async () => {
    const parentId = await headingWithClients(4);
    const from = idsOf(await listed(parentId));
    const ids = from.toReversed();
    const before = await readRevision(server.deps.db);
    await api.clients.items.reorder.mutate({ ids, from });
    expect((await listed(parentId)).map(({ id, displayOrder }) => [id, displayOrder])).toEqual(
      ids.map((id, place) => [id, place + 1]),
    );
    expect(await readRevision(server.deps.db)).toBe(before + 1);
    const published = await api.clients.items.published.query();
    expect(idsOf(published.filter((row) => row.parentId === parentId))).toEqual(ids);
    const response = await fetch(`${server.address}/api/getclientdetail`);
    const { Data } = await readJson<{ Data: { ClientDetailID: number; ClientID: number }[] }>(response);
    expect(Data.filter(({ ClientID }) => ClientID === parentId).map((row) => row.ClientDetailID)).toEqual(ids);
  });

  test('of another heading stays unchanged', async () => {
    const [mine, other] = [await headingWithClients(2), await headingWithClients(2)];
    const from = idsOf(await listed(mine));
    await api.clients.items.reorder.mutate({ ids: from.toReversed(), from });
    expect((await listed(other)).map(({ displayOrder, version }) => [displayOrder, version])).toEqual([
      [10, 1],
      [20, 1],
    ]);
  });

  test('counts as a save of the moved clients: an older form cannot move them back unnoticed', async () => {
    const parentId = await headingWithClients(3);
    const [first, second, third] = await listed(parentId);
    if (!first || !second || !third) throw new Error('too few clients');
    const inPlace = [first.id, second.id, third.id];
    // Number the clients 1, 2, 3 first, so that the third one then stays in place.
    await api.clients.items.reorder.mutate({ ids: inPlace, from: inPlace });
    await api.clients.items.reorder.mutate({ ids: [second.id, first.id, third.id], from: inPlace });
    expect((await listed(parentId)).map(({ id, version }) => [id, version])).toEqual([
      [second.id, 3],
      [first.id, 3],
      [third.id, 2],
    ]);
    const save = (version: number) =>
      api.clients.items.save.mutate({ id: first.id, version, values: { ...first, name: 'Renamed' } });
    await expect(save(2)).rejects.toMatchObject({ data: { httpStatus: 409, current: { displayOrder: 2 } } });
  });

  type ConcurrentChange = (parentId: number, ids: number[]) => Promise<unknown>;
  const concurrentChanges: [string, ConcurrentChange][] = [
    ['moved a client', (_parentId, from) => api.clients.items.reorder.mutate({ ids: from.toReversed(), from })],
    [
      'added a client',
      (parentId) => api.clients.items.save.mutate({ parentId, values: { ...unlinked, name: 'New', displayOrder: 15 } }),
    ],
    [
      'appended a client',
      (parentId) =>
        api.clients.items.save.mutate({ parentId, values: { ...unlinked, name: 'Last', displayOrder: 99 } }),
    ],
    ['deleted a client', (_parentId, [, second]) => api.clients.items.delete.mutate({ id: second ?? 0 })],
    ['deleted the first client', (_parentId, [first]) => api.clients.items.delete.mutate({ id: first ?? 0 })],
  ];
  test.each(concurrentChanges)('is not changed after another admin has %s', async (_what, change) => {
    const parentId = await headingWithClients(3);
    const from = idsOf(await listed(parentId));
    await change(parentId, from);
    const before = await listed(parentId);
    const [first = 0, second = 0, third = 0] = from;
    const late = api.clients.items.reorder.mutate({ ids: [second, third, first], from });
    await expect(late).rejects.toMatchObject({ data: { httpStatus: 409 } });
    expect(await listed(parentId)).toEqual(before);
  });

  test('of two admins at once: one order is stored completely, the other is rejected', async () => {
    const parentId = await headingWithClients(3);
    const from = idsOf(await listed(parentId));
    const [first = 0, second = 0, third = 0] = from;
    const orders = [
      [third, first, second],
      [second, third, first],
    ];
    const answers = await Promise.allSettled(
      orders.map((ids) => trpcClient(server.address, server.adminToken).clients.items.reorder.mutate({ ids, from })),
    );
    const taken = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(idsOf(await listed(parentId))).toEqual(orders[taken]);
  });

  test('is rejected for a different set of clients, for a duplicate client, and without the Admin role', async () => {
    const parentId = await headingWithClients(3);
    const from = idsOf(await listed(parentId));
    const [first = 0, second = 0, third = 0] = from;
    const [foreign = 0] = idsOf(await listed(await headingWithClients(1)));
    const { reorder } = api.clients.items;
    for (const ids of [[first, second], [first, second, second], [first, second, foreign], []])
      await expect(reorder.mutate({ ids, from })).rejects.toMatchObject({ data: { httpStatus: 400 } });
    const mixed = [first, second, foreign];
    await expect(reorder.mutate({ ids: mixed.toReversed(), from: mixed })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    const visitor = trpcClient(server.address).clients.items.reorder;
    await expect(visitor.mutate({ ids: [third, second, first], from })).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });
    expect(idsOf(await listed(parentId))).toEqual(from);
  });
});

describe('the order of any other list', () => {
  const listedFacts = (parentId: number) => api.facts.items.list.query({ parentId });
  const appendFact = (parentId: number) =>
    api.facts.items.save.mutate({ parentId, values: { label: 'Appended', count: 1, isActive: true } });

  async function headingWithFacts(count: number): Promise<number> {
    const values = { title: 'Numbers', subTitle: 'Counted', backgroundImage: null, isActive: true };
    const { id } = await api.facts.heading.save.mutate({ values });
    for (let added = 0; added < count; added += 1) await appendFact(id);
    return id;
  }

  test('of a thousand rows is written at once, and an outdated order is rejected', async () => {
    const values = { title: 'Numbers', subTitle: 'Counted', backgroundImage: null, isActive: true };
    const { id: parentId } = await api.facts.heading.save.mutate({ values });
    const rows = Array.from({ length: 1000 }, (_, place) => ({
      parentId,
      label: `Fact ${place}`,
      count: place,
      isActive: true,
      position: place + 1,
    }));
    await server.deps.db.insert(facts).values(rows);
    const list = async () => idsOf(await api.facts.items.list.query({ parentId }));
    const from = await list();
    await api.facts.items.reorder.mutate({ ids: from.toReversed(), from });
    expect(await list()).toEqual(from.toReversed());
    await expect(api.facts.items.reorder.mutate({ ids: from.toReversed(), from })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    expect(await list()).toEqual(from.toReversed());
  });

  test('of facts is not changed after another admin has appended a fact', async () => {
    const parentId = await headingWithFacts(3);
    const from = idsOf(await listedFacts(parentId));
    await appendFact(parentId);
    const before = await listedFacts(parentId);
    await expect(api.facts.items.reorder.mutate({ ids: from.toReversed(), from })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
    expect(await listedFacts(parentId)).toEqual(before);
  });

  test('and a fact that is appended at the same moment: the fact is the last one, and no other order is stored', async () => {
    for (let round = 0; round < 10; round += 1) {
      const parentId = await headingWithFacts(3);
      const from = idsOf(await listedFacts(parentId));
      const other = trpcClient(server.address, server.adminToken).facts.items;
      const [moved, appended] = await Promise.allSettled([
        other.reorder.mutate({ ids: from.toReversed(), from }),
        appendFact(parentId),
      ]);
      if (appended.status === 'rejected') throw appended.reason;
      const order = moved.status === 'fulfilled' ? from.toReversed() : from;
      expect(idsOf(await listedFacts(parentId))).toEqual([...order, appended.value.id]);
    }
  });

  test('of headings is stored too', async () => {
    const from = idsOf(await api.clients.heading.list.query({}));
    const [first = 0, ...others] = from;
    await api.clients.heading.reorder.mutate({ ids: [...others, first], from });
    expect(idsOf(await api.clients.heading.list.query({}))).toEqual([...others, first]);
  });
});
