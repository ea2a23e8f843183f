import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorChanges } from '../../contract/editor.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';
import { heading, makeSetup, revisionOf, type Setup } from '../releases/setup.ts';

let setup: Setup;
let api: Setup['api'];
let other: Setup['api'];
let pricingId: number;
beforeAll(async () => {
  setup = await makeSetup();
  ({ api, other } = setup);
  const [empty] = await api.pricing.heading.list.query({});
  ({ id: pricingId } = await api.pricing.heading.save.mutate({ id: empty?.id ?? 0, values: heading('Plans') }));
});
afterAll(() => setup.server.stop());

const newKey = () => randomBytes(16).toString('hex');
const plan = (title: string) => ({
  title,
  cost: '€ 9',
  image: null,
  buttonText: 'Order',
  buttonLink: 'contact',
  tagValue: 'A short tag',
  isActive: true,
  isBestPrice: false,
});
const none: EditorChanges = { saves: [], deletes: [], orders: [] };
const save = (changes: Partial<EditorChanges>, { by = api, key = newKey(), release }: Options = {}) =>
  by.editor.save.mutate({ ...none, ...changes, key, release });
interface Options {
  by?: Setup['api'];
  key?: string;
  release?: number | undefined;
}
const planTitles = async (release?: number) =>
  (await api.pricing.plans.list.query({ parentId: pricingId, release })).map(({ title }) => title);

test('a plan with three features, a deletion, a new order and a hidden section are one change with one Undo', async () => {
  const [first, second, third] = [await addPlan('Dinghy'), await addPlan('Ketch'), await addPlan('Brig')];
  const before = await setup.page();
  const revision = await revisionOf(setup);
  const feature = (text: string, id: number) => ({
    path: 'pricing.features',
    id,
    parentId: -1,
    values: { text, isActive: true },
  });
  const saved = await save({
    saves: [
      { path: 'page.layout', id: -5, values: { sectionOrder: '', hiddenSections: 'team', isActive: true } },
      { path: 'pricing.plans', id: -1, parentId: pricingId, values: plan('Sloop') },
      feature('Berth', -2),
      feature('Water', -3),
      feature('Power', -4),
    ],
    deletes: [{ path: 'pricing.plans', id: first.id, version: 1 }],
    orders: [
      {
        path: 'pricing.plans',
        parentId: pricingId,
        ids: [third.id, -1, second.id],
        from: [first.id, second.id, third.id],
      },
    ],
  });
  expect(saved.revision).toBe(revision + 1);
  expect(await revisionOf(setup)).toBe(revision + 1);
  expect(await planTitles()).toEqual(['Brig', 'Sloop', 'Ketch']);
  const id = saved.rows.find(({ from }) => from === -1)?.id ?? 0;
  expect((await api.pricing.features.list.query({ parentId: id })).map(({ text }) => text)).toEqual([
    'Berth',
    'Water',
    'Power',
  ]);
  expect(await setup.page()).not.toContain('Our team');
  await api.history.undo.mutate({ revision: saved.revision ?? 0 });
  expect(await planTitles()).toEqual(['Dinghy', 'Ketch', 'Brig']);
  expect(await setup.page()).toBe(before);
});

test('one bad row refuses the whole save, with all messages by item and field, and uses up no key', async () => {
  const { id, version } = await addPlan('Yawl');
  const revision = await revisionOf(setup);
  const key = newKey();
  const bad = save(
    {
      saves: [
        { path: 'pricing.plans', id, version, parentId: pricingId, values: plan('Yawl, renamed') },
        { path: 'pricing.plans', id: -1, parentId: pricingId, values: { ...plan(''), tagValue: 'x' } },
        { path: 'pricing.plans', id: -2, parentId: pricingId, values: { ...plan('Lost'), image: '0'.repeat(32) } },
        { path: 'pricing.features', id: -3, values: { text: 'Orphan', isActive: true } },
      ],
    },
    { key },
  );
  await expect(bad).rejects.toMatchObject({
    data: {
      httpStatus: 400,
      fields: {
        'pricing.plans -1 title': 'Title is required',
        'pricing.plans -1 tagValue': 'Minimum six Character',
        'pricing.plans -2 image': expect.stringContaining('must be uploaded again'),
        'pricing.features -3 parentId': 'Plan is required',
      },
    },
    message: expect.stringContaining(', and 3 more'),
  });
  expect(await revisionOf(setup)).toBe(revision);
  expect(await planTitles()).toContain('Yawl');
  const saves = [{ path: 'pricing.plans', id, version, parentId: pricingId, values: plan('Yawl, renamed') }];
  expect(await save({ saves }, { key })).toMatchObject({ rows: [{ from: id, id, version: version + 1 }] });
});

test('a save that starts from older rows is refused with every row and list as it is now, and writes nothing', async () => {
  const [a, b, c] = [await addPlan('A'), await addPlan('B'), await addPlan('C')];
  const from = (await api.pricing.plans.list.query({ parentId: pricingId })).map((row) => row.id);
  await other.pricing.plans.save.mutate({ id: a.id, values: plan('A of another person') });
  await other.pricing.plans.delete.mutate({ id: b.id });
  await other.pricing.plans.save.mutate({ id: c.id, values: plan('C of another person') });
  const revision = await revisionOf(setup);
  const edit = ({ id, version }: { id: number; version: number }, title: string) => ({
    path: 'pricing.plans',
    id,
    version,
    parentId: pricingId,
    values: plan(title),
  });
  const stale = save({
    saves: [
      edit(a, 'Mine'),
      edit(b, 'Mine too'),
      { path: 'pricing.features', id: -1, parentId: b.id, values: { text: 'Below', isActive: true } },
    ],
    deletes: [{ path: 'pricing.plans', id: c.id, version: c.version }],
    orders: [{ path: 'pricing.plans', parentId: pricingId, ids: from.toReversed(), from }],
  });
  await expect(stale).rejects.toMatchObject({
    data: {
      httpStatus: 409,
      current: {
        rows: [
          { path: 'pricing.plans', id: a.id, row: { title: 'A of another person', version: 2 } },
          { path: 'pricing.plans', id: b.id, row: null },
          { path: 'pricing.plans', id: b.id, row: null },
          { path: 'pricing.plans', id: c.id, row: { title: 'C of another person' } },
        ],
        lists: [{ path: 'pricing.plans', parentId: pricingId, ids: from.filter((id) => id !== b.id) }],
      },
    },
  });
  expect(await revisionOf(setup)).toBe(revision);
  expect(await api.pricing.features.list.query({ parentId: b.id })).toEqual([]);
});

test('a row that only moves keeps its version, so that a form that is open elsewhere can be saved', async () => {
  const [a, b] = [await addPlan('Left'), await addPlan('Right')];
  const from = (await api.pricing.plans.list.query({ parentId: pricingId })).map((row) => row.id);
  await save({ orders: [{ path: 'pricing.plans', parentId: pricingId, ids: [b.id, ...from.slice(0, -1)], from }] });
  expect((await planTitles())[0]).toBe('Right');
  const values = plan('Left, edited elsewhere');
  expect(await other.pricing.plans.save.mutate({ ...a, values })).toMatchObject({ version: 2 });
});

test('the same save again, at the same time or later, creates no row twice and gives the same answer', async () => {
  const key = newKey();
  const { id, version } = await addPlan('Edited once');
  const changes = {
    saves: [
      { path: 'pricing.plans', id, version, parentId: pricingId, values: plan('Edited twice') },
      { path: 'pricing.plans', id: -1, parentId: pricingId, values: plan('Added once') },
      { path: 'pricing.features', id: -2, parentId: -1, values: { text: 'Below', isActive: true } },
    ],
  };
  const [first, second] = await Promise.all([
    save(changes, { key }),
    save(changes, { key, by: trpcClient(setup.server.address, setup.server.adminToken) }),
  ]);
  expect(second).toEqual(first);
  expect(await save(changes, { key })).toEqual(first);
  expect((await planTitles()).filter((title) => title === 'Added once')).toHaveLength(1);
  const { saved } = await api.editor.rows.query({ sent: { key, created: 2 } });
  expect(saved).toEqual({ created: first.rows.slice(1).map((row) => row.id) });
  expect((await api.editor.rows.query({ sent: { key: newKey(), created: 2 } })).saved).toBe(null);
  expect((await other.editor.rows.query({ sent: { key, created: 2 } })).saved).toBe(null);
  await expect(save({ saves: changes.saves.slice(0, 1) }, { key })).rejects.toMatchObject({
    data: { httpStatus: 400 },
  });
});

test('a deleted row comes back under its id with the rows below it; an id that the history does not know is not taken', async () => {
  const { id } = await addPlan('Phoenix');
  const feature = await api.pricing.features.save.mutate({ parentId: id, values: { text: 'Wings', isActive: true } });
  await save({ deletes: [{ path: 'pricing.plans', id, version: 1 }] });
  expect(await planTitles()).not.toContain('Phoenix');
  const back = await save({
    saves: [
      { path: 'pricing.plans', id, parentId: pricingId, values: plan('Phoenix') },
      { path: 'pricing.features', id: feature.id, parentId: id, values: { text: 'Wings', isActive: true } },
      { path: 'pricing.features', id: 2_000_000, parentId: id, values: { text: 'Unknown', isActive: true } },
    ],
  });
  expect(back.rows.slice(0, 2)).toMatchObject([
    { from: id, id, version: 2 },
    { from: feature.id, id: feature.id, version: 2 },
  ]);
  expect(back.rows[2]?.id).toBeLessThan(2_000_000);
  expect((await api.pricing.features.list.query({ parentId: id })).map(({ text }) => text)).toEqual([
    'Wings',
    'Unknown',
  ]);
  const again = save({ saves: [{ path: 'pricing.plans', id, parentId: pricingId, values: plan('Phoenix') }] });
  await expect(again).rejects.toMatchObject({
    data: { httpStatus: 409, current: { rows: [{ id, row: { version: 2 } }] } },
  });
});

test('a client has a monitor after the save, and loses the monitor with the client', async () => {
  const [empty] = await api.clients.heading.list.query({});
  const code = 'a-health-code-of-16';
  const client = {
    name: 'Harbour',
    displayOrder: 1,
    healthCode: code,
    checkInterval: 'hour',
    telephonyClientId: null,
    logo: null,
    isActive: true,
    showOnHomePage: true,
  };
  const saved = await save({ saves: [{ path: 'clients.items', id: -1, parentId: empty?.id ?? 0, values: client }] });
  const id = saved.rows[0]?.id ?? 0;
  const monitors = () => setup.server.deps.db.select().from(healthMonitors);
  expect(await monitors()).toMatchObject([{ clientId: id, code, interval: 'hour', status: 'new' }]);
  await save({
    saves: [
      { path: 'clients.items', id, version: 1, parentId: empty?.id ?? 0, values: { ...client, checkInterval: 'day' } },
    ],
  });
  expect(await monitors()).toMatchObject([{ clientId: id, interval: 'day' }]);
  const deleted = await save({ deletes: [{ path: 'clients.items', id, version: 2 }] });
  expect(await monitors()).toEqual([]);
  await api.history.undo.mutate({ revision: deleted.revision ?? 0 });
  expect(await monitors()).toMatchObject([{ clientId: id, code, interval: 'day' }]);
});

test('the editor gets clients that the home page shows, and others only on request', async () => {
  const [empty] = await api.clients.heading.list.query({});
  const hidden = await api.clients.items.save.mutate({
    parentId: empty?.id ?? 0,
    values: { name: 'Hidden', displayOrder: 1, isActive: true, showOnHomePage: false, telephonyClientId: null },
  });
  const names = async (clients: number[]) => {
    const { rows } = await api.editor.rows.query({ clients });
    return rows?.records.find(({ path }) => path === 'clients.items')?.rows.map(({ name }) => name);
  };
  expect(await names([])).toEqual(['Harbour']);
  expect(await names([hidden.id])).toEqual(['Harbour', 'Hidden']);
});

test('the rows are sent again only after a change', async () => {
  const { tag } = await api.editor.rows.query({});
  expect(await api.editor.rows.query({ tag })).toMatchObject({ tag, rows: null });
  await addPlan('News');
  expect((await api.editor.rows.query({ tag })).rows).not.toBe(null);
  const release = await setup.release();
  const before = await api.editor.rows.query({ release });
  expect((await api.editor.rows.query({ release, tag: before.tag })).rows).toBe(null);
  await api.pricing.plans.save.mutate({ parentId: pricingId, values: plan('In the release'), release });
  expect((await api.editor.rows.query({ release, tag: before.tag })).rows).not.toBe(null);
});

test.each([
  [
    'more than 1000 changes',
    { deletes: Array.from({ length: 1001 }, (_, row) => ({ path: 'pricing.plans', id: row + 1, version: 1 })) },
  ],
  ['an unknown record', { deletes: [{ path: 'users.all', id: 1, version: 1 }] }],
  ['a row twice', { deletes: [1, 2].map((version) => ({ path: 'pricing.plans', id: 1, version })) }],
  ['a new row with a version', { saves: [{ path: 'menu.items', id: -1, version: 1, values: {} }] }],
])('%s is refused', async (_name, changes) => {
  await expect(save(changes)).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

test('a save of more than a megabyte, and one of a user who is no Admin, is refused', async () => {
  const long = { path: 'menu.items', id: -1, values: { text: 'x'.repeat(1_000_001), link: 'team', isActive: true } };
  await expect(save({ saves: [long] })).rejects.toMatchObject({ meta: { response: { status: 413 } } });
  const { token } = await addSignedIn(setup.server.deps, 'Client', { userName: 'client' });
  const client = trpcClient(setup.server.address, token);
  const visitor = trpcClient(setup.server.address);
  await expect(save({}, { by: client })).rejects.toMatchObject({ data: { httpStatus: 403 } });
  await expect(client.editor.rows.query({})).rejects.toMatchObject({ data: { httpStatus: 403 } });
  await expect(save({}, { by: visitor })).rejects.toMatchObject({ data: { httpStatus: 401 } });
});

test('an order that does not name exactly the rows of the list is refused', async () => {
  const from = (await api.pricing.plans.list.query({ parentId: pricingId })).map((row) => row.id);
  const orders = [{ path: 'pricing.plans', parentId: pricingId, ids: from.slice(1), from }];
  await expect(save({ orders })).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

test('a second row of the layout is refused with the first', async () => {
  const layout = (hiddenSections: string) => ({
    saves: [{ path: 'page.layout', id: -1, values: { sectionOrder: '', hiddenSections, isActive: true } }],
  });
  await save(layout('team'));
  await expect(save(layout('map'))).rejects.toMatchObject({
    data: { httpStatus: 409, current: { rows: [{ path: 'page.layout', row: { hiddenSections: 'team' } }] } },
  });
});

test('in a release a save changes the release only, all or nothing, and its publication is one change', async () => {
  const [a, b] = [await addPlan('Stays'), await addPlan('Goes')];
  const feature = await api.pricing.features.save.mutate({ parentId: b.id, values: { text: 'Kept', isActive: true } });
  const dropped = await api.pricing.features.save.mutate({
    parentId: b.id,
    values: { text: 'Dropped', isActive: true },
  });
  const release = await setup.release();
  const live = await planTitles();
  const from = (await api.pricing.plans.list.query({ parentId: pricingId, release })).map((row) => row.id);
  const key = newKey();
  const changes = {
    saves: [
      { path: 'pricing.plans', id: a.id, version: 1, parentId: pricingId, values: plan('Stays, renamed') },
      { path: 'pricing.plans', id: -1, parentId: pricingId, values: plan('New') },
      { path: 'pricing.features', id: -2, parentId: -1, values: { text: 'Below', isActive: true } },
    ],
    deletes: [{ path: 'pricing.plans', id: b.id, version: 1 }],
    orders: [{ path: 'pricing.plans', parentId: pricingId, ids: [-1, ...from.filter((id) => id !== b.id)], from }],
  };
  const saved = await save(changes, { release, key });
  expect(saved).toMatchObject({ revision: null, rows: [{ id: a.id, version: 2 }, { version: 2 }, { version: 2 }] });
  expect(await save(changes, { release, key })).toEqual(saved);
  expect(await planTitles()).toEqual(live);
  const inRelease = ['New', ...live.filter((title) => title !== 'Goes')].map((title) =>
    title === 'Stays' ? 'Stays, renamed' : title,
  );
  expect(await planTitles(release)).toEqual(inRelease);
  const rename = { path: 'pricing.plans', id: a.id, parentId: pricingId, values: plan('Again') };
  const stale = save(
    {
      saves: [
        { ...rename, version: 1 },
        { ...rename, id: -1 },
      ],
    },
    { release },
  );
  await expect(stale).rejects.toMatchObject({ data: { httpStatus: 409, current: { rows: [{ id: a.id }] } } });
  expect(await planTitles(release)).toEqual(inRelease);

  // The deleted plan comes back, without one of its features.
  await save(
    {
      saves: [
        { path: 'pricing.plans', id: b.id, parentId: pricingId, values: plan('Goes') },
        { path: 'pricing.features', id: feature.id, parentId: b.id, values: { text: 'Kept', isActive: true } },
      ],
    },
    { release },
  );
  const texts = async (within?: number) =>
    (await api.pricing.features.list.query({ parentId: b.id, release: within })).map(({ text }) => text);
  expect(await texts(release)).toEqual(['Kept']);
  expect(await texts()).toEqual(['Kept', 'Dropped']);
  const { changes: left } = await api.releases.get.query({ id: release });
  expect(left.filter(({ action }) => action === 'delete')).toMatchObject([{ rowId: dropped.id }]);
  await api.releases.publish.mutate({ id: release });
  expect(await planTitles()).toEqual([...inRelease, 'Goes']);
  expect(await texts()).toEqual(['Kept']);
  await expect(save(changes, { release })).rejects.toMatchObject({ data: { httpStatus: 409 } });
});

test('a row that the release has added and deleted comes back under a new id', async () => {
  const release = await setup.release();
  const added = await save(
    { saves: [{ path: 'pricing.plans', id: -1, parentId: pricingId, values: plan('Twice new') }] },
    { release },
  );
  const id = added.rows[0]?.id ?? 0;
  await save({ deletes: [{ path: 'pricing.plans', id, version: 2 }] }, { release });
  expect((await api.releases.get.query({ id: release })).changes).toEqual([]);
  const back = await save(
    { saves: [{ path: 'pricing.plans', id, parentId: pricingId, values: plan('Twice new') }] },
    { release },
  );
  expect(back.rows[0]?.id).not.toBe(id);
  expect((await planTitles(release)).at(-1)).toBe('Twice new');
});

test('the audit log names the rows of a save', async () => {
  const { id } = await addPlan('Named');
  await save({
    saves: [{ path: 'pricing.plans', id, version: 1, parentId: pricingId, values: plan('Named again') }],
  });
  const { rows } = await api.audit.page.query({});
  expect(rows.find(({ action }) => action === 'editor.save')).toMatchObject({ record: 'Page', outcome: 'done' });
});

async function addPlan(title: string) {
  return api.pricing.plans.save.mutate({ parentId: pricingId, values: plan(title) });
}
