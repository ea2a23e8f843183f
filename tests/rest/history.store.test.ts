import { afterAll, beforeAll, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { allRecords } from '../../core/content/records.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { everyRecord, make, sampleBody } from './samples.ts';
import { makeRest, type Rest } from './setup.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

type Values = Record<string, unknown>;

const read = (query = '') => rest.read(`history?${query}`, 'admin');
const idsOf = (entries: Values[]) => entries.map(({ RevisionID }) => Number(RevisionID));
const restore = (RevisionID: unknown) =>
  rest.call('POST', '/api/history/restore', { as: 'admin', body: { RevisionID } });

function pathsOf(save: string) {
  const paths = everyRecord.find((one) => one.save === save);
  if (!paths) throw new Error(`${save} has no paths`);
  return paths;
}

test('the names of records are unique in any case, and each record has documented paths', () => {
  const names = allRecords.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(everyRecord.map(({ record }) => record.definition.name).sort()).toEqual(
    allRecords.map(({ name }) => name).sort(),
  );
});

test('the history comes in pages, the newest first, of all records, of a record or of a row', async () => {
  const feature = await make(rest, pathsOf('savefeaturedetail'));
  await make(rest, pathsOf('savefactdetail'));
  for (const turn of [1, 0, 1] as const)
    await rest.save('savefeaturedetail', {
      ...sampleBody(pathsOf('savefeaturedetail').record, turn),
      FeatureDetailID: feature.id,
    });

  const all = idsOf(await read('limit=100'));
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  const first = idsOf(await read('limit=2'));
  expect(first).toEqual(all.slice(0, 2));
  expect(idsOf(await read(`limit=2&before=${first[1]}`))).toEqual(all.slice(2, 4));
  for (const name of ['Feature', 'feature', 'FEATURE', '%20Feature%20']) {
    const entries = await read(`record=${name}`);
    expect(new Set(entries.map(({ Record }) => Record))).toEqual(new Set(['Feature']));
    expect(entries.filter(({ ID }) => ID === feature.id)).toHaveLength(4);
  }
  const ofRow = await read(`record=Feature&id=${feature.id}`);
  expect(ofRow.map(({ Action }) => Action)).toEqual(['save', 'save', 'save', 'create']);
  expect(await read(`Record=Feature&ID=${feature.id}&Before=${ofRow[1]?.RevisionID}&Limit=1`)).toEqual([ofRow[2]]);
  expect(await read(`record=Fact&id=${feature.id + 1_000_000}`)).toEqual([]);

  const { db } = rest.deps;
  const [stored] = await db.select().from(contentHistory).orderBy(contentHistory.id).limit(1);
  if (!stored) throw new Error('no entry');
  const { id: _id, ...copy } = stored;
  await db.insert(contentHistory).values(Array.from({ length: 120 }, () => copy));
  expect(await read()).toHaveLength(50);
  expect(await read('limit=100')).toHaveLength(100);
});

test('a query that is wrong is refused with the reason', async () => {
  const refused = async (query: string) => {
    const answer = await rest.call('GET', `/api/history?${query}`, { as: 'admin' });
    expect(answer, query).toMatchObject({ status: 400, Status: 3 });
    return answer.fields;
  };
  const limit = 'limit must be a whole number from 1 to 100';
  for (const bad of ['0', '101', '-1', '1.5', 'ten', '1e9', '99999999999999999999'])
    expect(await refused(`limit=${bad}`)).toEqual({ limit });
  for (const bad of ['0', '-1', '1.5', 'x', '99999999999999999999']) {
    expect(Object.keys(await refused(`before=${bad}`))).toEqual(['before']);
    expect(Object.keys(await refused(`record=Fact&id=${bad}`))).toEqual(['id']);
  }
  expect(await refused('id=1')).toEqual({ id: 'id needs the name of a record' });
  expect((await refused('record=Nonsense')).record).toMatch(
    /^There is no record “Nonsense”\. Records: Page layout, Company, Company social link, .*Member social link, .*Map$/,
  );
  expect(Object.keys(await refused('record=Fact&record=Map'))).toEqual(['record']);
  expect(Object.keys(await refused(`record=${'x'.repeat(81)}`))).toEqual(['record']);
});

test('a move is a difference in the place or the parent’s id', async () => {
  const paths = pathsOf('savefeaturedetail');
  const one = await make(rest, paths);
  const other = await make(rest, paths);
  const body = { ...one.body, FeatureID: other.parent?.id };
  await rest.save('savefeaturedetail', { ...body, FeatureDetailID: one.id });
  const [moved] = await read(`record=Feature&id=${one.id}`);
  expect(moved).toMatchObject({
    Values: { FeatureID: other.parent?.id },
    Changes: [{ Field: 'FeatureID', From: one.parent?.id, To: other.parent?.id }],
  });

  const second = await rest.save('savefeaturedetail', body);
  const from = [one.id, other.id].toSorted((a, b) => a - b);
  const url = '/trpc/features.items.reorder';
  const order = { ids: [second, ...from], from: [...from, second] };
  expect((await rest.send('POST', url, { as: 'admin', body: order })).statusCode).toBe(200);
  const [reordered] = await read(`record=Feature&id=${second}`);
  expect(reordered).toMatchObject({ Action: 'reorder', Changes: [{ Field: 'Place', From: 2, To: 1 }] });
});

test('a restore answers 404 without an entry, 409 without the parent, and 400 for junk', async () => {
  const feature = await make(rest, pathsOf('saveplanfeaturedetail'));
  await rest.call('POST', '/api/deleteplandetail', { as: 'admin', body: { PlanDetailID: feature.parent?.id } });
  const [deletion] = await read(`record=Plan feature&id=${feature.id}`);
  expect(deletion).toMatchObject({ Action: 'delete', Values: { PlanDetailID: feature.parent?.id } });
  expect(await restore(deletion?.RevisionID)).toMatchObject({
    status: 409,
    Status: 1,
    Message: 'The record above it was deleted. Restore that one first.',
  });
  const [parent] = await read(`record=plan&id=${feature.parent?.id}`);
  // The plan comes back with its feature.
  expect(await restore(String(parent?.RevisionID))).toMatchObject({ status: 200, Data: feature.parent?.id });
  const back = await rest.call('POST', '/api/getallplanfeaturelist', {
    as: 'admin',
    body: { PlanDetailID: feature.parent?.id },
  });
  expect(castTo<Values[]>(back.Data)).toMatchObject([{ PlanFeatureID: feature.id }]);
  const again = await rest.call('POST', '/api/history/restore', {
    as: 'admin',
    body: { RevisionId: deletion?.RevisionID },
  });
  expect(again).toMatchObject({ status: 200, Data: feature.id });

  expect(await restore(2_000_000_000)).toMatchObject({ status: 404, Status: 1 });
  for (const junk of [undefined, null, 0, 'x', 1.5, -1, {}, [1]]) {
    expect(await restore(junk)).toMatchObject({ status: 400, fields: { RevisionID: expect.any(String) } });
  }
});
