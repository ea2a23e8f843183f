import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.remove());

type Query = Parameters<Setup['admin']['health']['overview']>[0];
const overview = async (query: Query = {}, caller = setup.admin) => {
  const { rows, counts } = await caller.health.overview(query);
  // The neighbour is in every test.
  return { rows: rows.filter(({ name }) => name !== 'Neighbour'), counts };
};
const states = async (query: Query = {}) => (await overview(query)).rows.map(({ name, state }) => `${name} ${state}`);

/** One server in each state, in an order that is not that of the states. */
async function addOneOfEach() {
  const add = (name: string) => setup.addServer({ name });
  const [online, fresh, paused, running, late, offline] = [
    await add('Alpha'),
    await add('Beta'),
    await add('Gamma'),
    await add('Delta'),
    await add('Epsilon'),
    await add('Zeta'),
  ];
  for (const { code } of [offline, late]) await setup.ping(code);
  await setup.clock.elapse(30 * minute);
  for (const { code } of [online, paused]) await setup.ping(code);
  await setup.ping(running.code);
  await setup.ping(running.code, '/start');
  await setup.admin.health.pause({ id: paused.id, isPaused: true });
  await setup.clock.elapse(31 * minute);
  await setup.ping(offline.code, '/fail', { method: 'POST', payload: 'disk full' });
  return { online, fresh, paused, running, late, offline };
}

test('servers that need a person come first, and each state is counted', async () => {
  await addOneOfEach();
  const ordered = ['Zeta offline', 'Epsilon late', 'Delta running', 'Gamma paused', 'Beta new', 'Alpha online'];
  expect(await states()).toEqual(ordered);
  const { counts } = await overview();
  expect(counts).toMatchObject({ offline: 1, late: 1, running: 1, paused: 1, new: 1 });
  expect(await states({ state: 'late' })).toEqual(['Epsilon late']);
  expect(await states({ sort: 'name', text: 'TA' })).toEqual(['Beta new', 'Delta running', 'Zeta offline']);
});

test('a row says since when, why, what is due next, and how the last runs went', async () => {
  const { offline, online } = await addOneOfEach();
  const { rows } = await overview();
  const down = rows.find(({ id }) => id === offline.id);
  expect(down).toMatchObject({
    statusSince: setup.clock.now(),
    outage: { cause: 'failed', detail: 'disk full' },
    runs: [{ hasFailed: false }, { hasFailed: true }],
  });
  const up = rows.find(({ id }) => id === online.id);
  expect(Number(up?.nextAt) - Number(setup.clock.now())).toBe(29 * minute * 1000);
  expect(up?.isHeld).toBe(false);
  await setup.admin.health.maintain({ clientId: online.id, window: { hours: 1 } });
  const held = (await overview()).rows.find(({ id }) => id === online.id);
  expect(held).toMatchObject({ isHeld: true, maintenanceUntil: new Date(Number(setup.clock.now()) + hour * 1000) });
});

test('a client sees and counts only its own servers', async () => {
  const account = await setup.addAccount();
  await setup.addServer({ name: 'Own', telephonyClientId: account.id });
  await setup.addServer({ name: 'Other' });
  const client = setup.client(account.id);
  const { rows, counts } = await client.health.overview({});
  expect(rows.map(({ name, code }) => [name, code])).toEqual([['Own', '********']]);
  expect(counts).toMatchObject({ new: 1, online: 0 });
  expect(await client.health.offlineCount()).toBe(0);
  expect((await setup.admin.health.overview({ account: account.id })).rows.map(({ name }) => name)).toEqual(['Own']);
  await expect(client.health.change({ ids: [rows[0]?.id ?? 0], action: 'pause' })).rejects.toThrow();
});

test('several servers are paused, resumed and maintained together, with one audit entry', async () => {
  const { online, running, offline } = await addOneOfEach();
  const ids = [online.id, running.id, offline.id];
  const change = (action: 'pause' | 'resume' | 'maintain' | 'endMaintenance') =>
    setup.admin.health.change({ ids, action, hours: 2 });
  expect(await change('maintain')).toEqual({ changed: 3, failed: [] });
  for (const id of ids) expect((await setup.monitor(id)).maintenanceUntil).not.toBeNull();
  await change('endMaintenance');
  await change('pause');
  for (const id of ids) expect((await setup.monitor(id)).status).toBe('paused');
  await change('resume');
  for (const id of ids) expect((await setup.monitor(id)).isPaused).toBe(false);
  const result = await setup.admin.health.change({ ids: [online.id, 999_999], action: 'pause' });
  expect(result).toMatchObject({ changed: 1, failed: [{ id: 999_999 }] });
  await expect(setup.admin.health.change({ ids: [], action: 'pause' })).rejects.toThrow();
  const many = Array.from({ length: 501 }, (_, place) => place + 1);
  await expect(setup.admin.health.change({ ids: many, action: 'pause' })).rejects.toThrow();
  const entries = await setup.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'health.change'));
  expect(entries.filter(({ outcome }) => outcome === 'done')).toHaveLength(5);
  await setup.deps.db.update(healthMonitors).set({ isPaused: false }).where(eq(healthMonitors.clientId, online.id));
});

test('a search by name finds letters beyond ASCII as they are typed', async () => {
  await setup.addServer({ name: 'ÄRZTE Übersicht' });
  expect(await states({ text: 'ÄRZTE' })).toEqual(['ÄRZTE Übersicht new']);
  expect(await states({ text: 'Übers' })).toEqual(['ÄRZTE Übersicht new']);
});

test('servers are grouped by client, with the states of each group, across pages and filters', async () => {
  const [harbour, atlas] = [
    await setup.addAccount({ projectName: 'Harbour' }),
    await setup.addAccount({ projectName: 'atlas' }),
  ];
  const add = (name: string, telephonyClientId: number | null) => setup.addServer({ name, telephonyClientId });
  await add('Alone', null);
  const [down, quay] = [await add('Down', harbour.id), await add('Quay', harbour.id)];
  await setup.ping(quay.code);
  await setup.ping(down.code, '/fail');
  for (let place = 0; place < 60; place += 1) await add(`Atlas ${String(place).padStart(2, '0')}`, atlas.id);
  const list = async (query: Query) => {
    const { rows, groups, count } = await setup.admin.health.overview({ sort: 'client', ...query });
    return { names: rows.map(({ name }) => name), groups, count };
  };
  const first = await list({});
  expect(first.names.every((name) => name.startsWith('Atlas'))).toBe(true);
  expect(first.groups).toMatchObject([{ account: atlas.id, name: 'atlas', counts: { new: 60, offline: 0 } }]);
  const second = await list({ page: 2 });
  expect(second.names.filter((name) => !name.startsWith('Atlas'))).toEqual(['Down', 'Quay', 'Neighbour', 'Alone']);
  expect(new Set([...first.names, ...second.names]).size).toBe(first.count);
  expect(second.groups?.map(({ name, counts }) => [name, counts.offline])).toEqual(
    expect.arrayContaining([
      ['Harbour', 1],
      ['', 0],
    ]),
  );
  const offline = await list({ state: 'offline' });
  expect([offline.names, offline.count, offline.groups?.map(({ name }) => name)]).toEqual([['Down'], 1, ['Harbour']]);
  expect(await list({ page: 9 })).toMatchObject({ names: [], groups: [] });
  // A client groups its own servers alone.
  const own = await setup.client(harbour.id).health.overview({ sort: 'client' });
  expect([own.rows.map(({ name }) => name), own.groups?.map(({ name }) => name)]).toEqual([
    ['Down', 'Quay'],
    ['Harbour'],
  ]);
});
