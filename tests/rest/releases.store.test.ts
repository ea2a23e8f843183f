import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSampleAccounts, everyRecord, find, make, parentOf, sampleBody } from './samples.ts';
import { makeRest, type Rest } from './setup.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
  await addSampleAccounts(rest, [1, 2]);
});
afterAll(() => rest.remove());

const post = (path: string, body?: unknown) => rest.call('POST', `/api/releases${path}`, { as: 'admin', body });
/** Calls a path that must work and returns its Data. */
async function done(path: string, body?: unknown): Promise<number> {
  const answer = await post(path, body);
  expect(answer, `${path} ${answer.Message}`).toMatchObject({ status: 200, Status: 0 });
  return Number(answer.Data);
}
const newRelease = (Name = 'Spring offer') => done('', { Name });
const releaseOf = async (id: number) =>
  (await rest.read('releases', 'admin')).find(({ ReleaseID }) => ReleaseID === id);

test.each(everyRecord.map((paths) => [paths.record.definition.name, paths] as const))(
  '%s: a save, a new record, a deletion and the undo go through a release',
  async (Record, paths) => {
    const { record } = paths;
    const [idName] = record.ids;
    const kept = await make(rest, paths);
    const before = await find(rest, paths, kept);
    const release = await newRelease();
    const parent = parentOf(record) && record.parent !== null ? { [record.parent]: kept.parent?.id } : {};
    const changed = { ...sampleBody(record, 1), ...parent };
    const ID = kept.id;
    expect(await done(`/${release}/changes`, { Record, ID, Action: 'save', Values: changed })).toBe(ID);
    const added = await done(`/${release}/changes`, {
      Record,
      Action: 'save',
      Values: { ...sampleBody(record), ...parent },
    });
    expect(await find(rest, paths, kept)).toEqual(before);
    expect(await find(rest, paths, { ...kept, id: added })).toBeUndefined();

    expect(await done(`/${release}/publish`)).toBe(release);
    const published = await find(rest, paths, kept);
    expect(published).toMatchObject({ [idName]: ID });
    expect(published).not.toEqual(before);
    expect(await find(rest, paths, { ...kept, id: added })).toBeDefined();
    await done(`/${release}/undo`);
    expect(await find(rest, paths, kept)).toEqual(before);
    expect(await find(rest, paths, { ...kept, id: added })).toBeUndefined();

    const removal = await newRelease();
    expect(await done(`/${removal}/changes`, { Record: Record.toUpperCase(), ID, Action: 'delete' })).toBe(ID);
    expect(await find(rest, paths, kept)).toEqual(before);
    await done(`/${removal}/publish`);
    expect(await find(rest, paths, kept)).toBeUndefined();
  },
);

test('a release is listed with its state, scheduled in words, and cancelled', async () => {
  const id = await newRelease('Autumn');
  const values = { FeatureText: 'Autumn', FeatureSubTitleText: 'Leaves', IsActive: 1 };
  const [heading] = everyRecord.filter(({ save }) => save === 'savefeaturemaster');
  if (!heading) throw new Error('no path');
  await done(`/${id}/changes`, {
    Record: 'Feature heading',
    Action: 'save',
    Values: { ...sampleBody(heading.record), ...values },
  });
  expect(await releaseOf(id)).toMatchObject({
    Name: 'Autumn',
    State: 'open',
    Author: 'admin',
    PublishAt: null,
    TimeZone: '',
    PublishedAt: null,
    Changes: 1,
    Problem: '',
  });
  const answer = await post(`/${id}/schedule`, { PublishAt: '2999-07-01T08:00', TimeZone: 'Europe/Berlin' });
  expect(answer).toMatchObject({
    status: 200,
    Message: 'Monday 1 July 2999, 08:00, Central European Summer Time (UTC+2)',
    Data: id,
  });
  expect(await releaseOf(id)).toMatchObject({
    State: 'scheduled',
    PublishAt: '2999-07-01T06:00:00.000Z',
    TimeZone: 'Europe/Berlin',
  });
  await done(`/${id}/cancel`);
  expect(await releaseOf(id)).toMatchObject({ State: 'cancelled', PublishAt: null });
  expect(await post(`/${id}/publish`)).toMatchObject({ status: 409, Message: 'The release “Autumn” is cancelled.' });
});

test('a list gets a new order in a release', async () => {
  const [items] = everyRecord.filter(({ save }) => save === 'savefactdetail');
  if (!items) throw new Error('no path');
  const first = await make(rest, items);
  const body = { ...sampleBody(items.record), FactID: first.parent?.id };
  const second = await rest.save('savefactdetail', body);
  const release = await newRelease();
  const change = (IDs: unknown) => post(`/${release}/changes`, { Record: 'Fact', Action: 'reorder', Values: { IDs } });
  expect(await change([second])).toMatchObject({ status: 409 });
  expect(await change([second, first.id])).toMatchObject({ status: 200, Data: second });
  const order = async () =>
    (await rest.read('getfactdetail?all=true', 'admin'))
      .filter(({ FactID }) => FactID === first.parent?.id)
      .map(({ FactDetailID }) => FactDetailID);
  expect(await order()).toEqual([first.id, second]);
  await done(`/${release}/publish`);
  expect(await order()).toEqual([second, first.id]);
});

test('bad changes are refused with the name of the field, and unknown ids with 404', async () => {
  const release = await newRelease();
  const change = (body: object) => post(`/${release}/changes`, body);
  expect((await change({ Action: 'save', Values: {} })).fields).toHaveProperty('Record');
  expect((await change({ Record: 'Boat', Action: 'save', Values: {} })).fields.Record).toContain(
    'There is no record “Boat”',
  );
  expect((await change({ Record: 'Fact', Action: 'sink' })).fields.Action).toBe(
    'Action must be save, delete or reorder',
  );
  expect((await change({ Record: 'Fact', Action: 'delete' })).fields.ID).toBe('ID is required');
  expect((await change({ Record: 'Fact', Action: 'reorder', Values: { IDs: 'all' } })).fields.Values).toContain(
    '{IDs}',
  );
  const noLabel = { LabelCount: 1, IsActive: 1 };
  expect((await change({ Record: 'Fact', Action: 'save', Values: noLabel })).fields.FactsLabel).toBe(
    'Label is required',
  );
  expect(await change({ Record: 'Fact', ID: 999_999, Action: 'delete' })).toMatchObject({ status: 404 });
  for (const path of ['/999999/publish', '/x/publish', '/0/cancel', '/999999/preview', '/-1/undo'])
    expect(await post(path), path).toMatchObject({
      status: 404,
      Message: 'This release does not exist or was deleted.',
    });
  expect((await post('', { Name: ' ' })).fields.Name).toBe('Name is required');
  expect((await post(`/${release}/schedule`, { PublishAt: '2999-01-01T08:00' })).fields.TimeZone).toBe(
    'TimeZone is required',
  );
});

test('a creating change with an idempotency key makes one record', async () => {
  const [items] = everyRecord.filter(({ save }) => save === 'savefeaturemaster');
  if (!items) throw new Error('no path');
  const release = await newRelease();
  const body = { Record: 'Feature heading', Action: 'save', Values: sampleBody(items.record) };
  const options = { as: 'admin', body, headers: { 'idempotency-key': 'k'.repeat(30) } } as const;
  const path = `/api/releases/${release}/changes`;
  const [first, second] = [await rest.call('POST', path, options), await rest.call('POST', path, options)];
  expect([first.status, second.Data]).toEqual([200, first.Data]);
  expect(await releaseOf(release)).toMatchObject({ Changes: 1 });
});

test('a preview link is an address with an end', async () => {
  const release = await newRelease();
  const { Data } = await post(`/${release}/preview`);
  expect(Data).toMatchObject({
    Url: expect.stringMatching(/^https:\/\/harbour\.example\/preview\/[\w-]{43}$/),
    ExpiresAt: expect.stringMatching(/Z$/),
  });
});
