import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAuditEntry } from '../../core/audit/list.ts';
import { dialect } from '../../db/dialect.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusIncidents } from '../../db/schema/status.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { sessionFor } from '../fixture/session.ts';
import { hour, makeSetup, type Setup } from '../health/setup.ts';
import { publicUrl } from '../telephony/setup.ts';
import { groupActions, groupFields, listedSettings } from './group-actions.ts';

const createCaller = createCallerFactory(appRouter);
let setup: Setup;
let groups: ReturnType<typeof groupActions>;
beforeEach(async () => {
  setup = await makeSetup();
  groups = groupActions(setup);
  await setup.sweep();
});
afterEach(() => setup.remove());

test('groups are sections of /status in their order, servers without a group below; each has a page of its own', async () => {
  const [late, early] = [
    await groups.addGroup({ displayOrder: 5 }),
    await groups.addGroup({ name: 'Data', slug: 'data' }),
  ];
  const hidden = await groups.addGroup({ name: 'Inner', slug: 'inner', isShown: false });
  await groups.addListed('Alone', null);
  await groups.addListed('Shop', late.id);
  await groups.addListed('Blog', late.id, 'offline');
  await groups.addListed('Store', early.id);
  await groups.addListed('Tools', hidden.id, 'offline');
  const page = await groups.read('/status');
  expect(page.lines).toEqual(['Data > Store', 'Web > Blog > Shop', 'Other servers > Alone']);
  expect(page.sections.map(({ path }) => path)).toEqual(['/status/data', '/status/web', null]);
  expect(await groups.read('/status/web')).toMatchObject({
    words: 'Some servers are offline',
    path: '/status/web',
    lines: ['Servers > Blog > Shop'],
  });
  expect((await groups.read('/status/data')).words).toBe('All servers are online');
  expect((await groups.read('/status/inner')).lines).toEqual(['Servers > Tools']);
  const json = (await groups.get('/status/web.json')).json();
  expect(json).toMatchObject({
    status: 'offline',
    group: { name: 'Web', slug: 'web' },
    counts: { offline: 1, online: 1 },
  });
  expect((await groups.get('/status.json')).json()).toMatchObject({
    group: null,
    groups: [{ slug: 'data' }, { slug: 'web' }],
    servers: [{ group: 'data' }, { group: 'web' }, { group: 'web' }, { name: 'Alone', group: null }],
  });
});

test('incidents and maintenance are on the pages of their servers only, and name only servers of the page', async () => {
  const [web, data] = [await groups.addGroup(), await groups.addGroup({ name: 'Data', slug: 'data' })];
  const [shop, store] = [await groups.addListed('Shop', web.id), await groups.addListed('Store', data.id)];
  await groups.publish('Both', [shop.id, store.id]);
  await groups.publish('Store only', [store.id]);
  await groups.publish('General', []);
  await setup.admin.health.maintain({ clientId: store.id, window: { hours: 1 } });
  const incidents = async (path: string) =>
    (await groups.read(path)).current.map(({ title, servers }) => `${title}: ${servers}`).toSorted();
  expect(await incidents('/status')).toEqual(['Both: Shop, Store', 'General: ', 'Store only: Store']);
  expect(await incidents('/status/web')).toEqual(['Both: Shop']);
  expect(await incidents('/status/data')).toEqual(['Both: Store', 'Store only: Store']);
  expect((await groups.read('/status/web')).maintenance).toEqual([]);
  expect((await groups.read('/status/data')).maintenance).toEqual([{ name: 'Store' }]);
  const feed = await groups.get('/status/web.rss');
  expect(feed.headers['content-type']).toContain('application/rss+xml');
  expect([...feed.body.matchAll(/<link>(.*?)<\/link>/g)].map(([, link]) => link)).toEqual([
    `${publicUrl}/status/web`,
    expect.stringMatching(/\/status\/web#incident-\d+$/),
  ]);
  expect(feed.body).not.toContain('Store');
});

test('deleting an open group leaves its servers on the page without a group', async () => {
  const { id } = await groups.addGroup();
  const shop = await groups.addListed('Shop', id);
  await setup.admin.status.deleteGroup({ id });
  expect(await setup.monitor(shop.id)).toMatchObject({ isOnStatusPage: true, statusGroupId: null });
  expect((await groups.read('/status')).lines).toEqual(['Servers > Shop']);
  await expect(setup.admin.status.deleteGroup({ id })).rejects.toThrow();
  await expect(setup.admin.health.save({ ...listedSettings, clientId: shop.id, statusGroupId: id })).rejects.toThrow();
});

test('refuses addresses that are taken, reserved or unfit for a path, and long texts', async () => {
  const { id } = await groups.addGroup();
  for (const slug of [
    'web',
    'confirm',
    'unsubscribe',
    'subscribe',
    'Web',
    'a b',
    'a.json',
    '-a',
    'a--b',
    'é',
    '',
    'a/b',
  ])
    await expect(setup.admin.status.saveGroup({ ...groupFields, slug }), slug).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...groupFields, slug: 'x'.repeat(61) })).rejects.toThrow();
  await expect(
    setup.admin.status.saveGroup({ ...groupFields, slug: 'b', description: 'x'.repeat(301) }),
  ).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...groupFields, slug: 'b', name: ' ' })).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...groupFields, id: id + 1, slug: 'b' })).rejects.toThrow();
  await setup.admin.status.saveGroup({ ...groupFields, id, name: 'Same address' });
  expect(await setup.admin.status.groups()).toMatchObject([{ name: 'Same address', slug: 'web' }]);
});

test('takes a hundred groups', async () => {
  const rows = Array.from({ length: 99 }, (_, index) => ({ name: `${index}`, slug: `g${index}`, isShown: true }));
  await setup.deps.db.insert(statusGroups).values(rows);
  await groups.addGroup();
  await expect(groups.addGroup({ slug: 'one-more' })).rejects.toThrow('takes no more');
});

test('readers see the groups and no secret link; the log names group and servers, and has no link', async () => {
  const { id, path } = await groups.addGroup({ name: 'Vault', isSecret: true });
  const shop = await groups.addListed('Shop', null);
  await setup.admin.health.save({ ...listedSettings, clientId: shop.id, statusGroupId: id });
  const session = sessionFor('Admin', { permissions: new Set(['health:read'] as const) });
  const reader = createCaller({ deps: setup.deps, session, ip: '192.0.2.1', requestId: 'test' });
  expect(await reader.status.groups()).toMatchObject([{ name: 'Vault', isSecret: true, url: null, servers: 1 }]);
  const [joined] = await setup.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'health.save'));
  const detail = await readAuditEntry(setup.deps.db, joined?.id ?? 0);
  expect(detail).toMatchObject({ record: 'Monitored server', recordName: 'Shop' });
  expect(detail.changes).toContainEqual({ field: 'statusGroupId', to: `Vault (${id})` });
  await setup.admin.status.replaceGroupLink({ id });
  const next = await groups.pathOf(id);
  await setup.admin.status.deleteGroup({ id });
  const actions = ['status.saveGroup', 'health.save', 'status.replaceGroupLink', 'status.deleteGroup'];
  const entries = await setup.deps.db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.action, actions))
    .orderBy(auditEntries.id);
  expect(entries.map(({ action, recordName }) => `${action} ${recordName}`)).toEqual([
    'status.saveGroup Vault',
    'health.save ',
    'status.replaceGroupLink Vault',
    'status.deleteGroup Vault',
  ]);
  const words = JSON.stringify(entries);
  for (const link of [path, next]) expect(words).not.toContain(link.split('/').at(-1));
});

test('the upgrade keeps incidents on /status that name no server of the page any more', async () => {
  const [shop, gone] = [await groups.addListed('Shop', null), await groups.addListed('Gone', null)];
  await groups.publish('Of a server that left', [gone.id]);
  await groups.publish('Of the shop', [shop.id]);
  await groups.publish('General', []);
  const { db } = setup.deps;
  await db.update(healthMonitors).set({ isOnStatusPage: false }).where(eq(healthMonitors.clientId, gone.id));
  await db.update(statusIncidents).set({ isGeneral: false });
  const folder = join(import.meta.dirname, '../../db/migrations', dialect);
  const name = (await readdir(folder)).find((file) => file.endsWith('_status_groups.sql'));
  const statements = (await readFile(join(folder, name ?? ''), 'utf8')).split('--> statement-breakpoint');
  await setup.store.execute(statements.at(-1) ?? '');
  const incidents = await db.select().from(statusIncidents).where(eq(statusIncidents.isGeneral, true));
  expect(incidents.map(({ title }) => title).toSorted()).toEqual(['General', 'Of a server that left']);
  expect((await groups.read('/status')).current).toHaveLength(3);
});

test('readers of group pages get the last documents while the database fails', async () => {
  const [open, secret] = [
    await groups.addGroup(),
    await groups.addGroup({ name: 'Vault', slug: 'vault', isSecret: true }),
  ];
  await groups.addListed('Shop', open.id);
  await groups.addListed('Hidden', secret.id);
  const addresses = [open.path, `${open.path}.json`, `${open.path}.rss`, secret.path, `${secret.path}.json`];
  const all = () => Promise.all(addresses.map(groups.get));
  const before = await all();
  await setup.store.execute('alter table status_groups rename to groups_away');
  try {
    await expect(setup.admin.status.groups()).rejects.toThrow();
    const during = await all();
    expect(during.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(during.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect((await groups.get('/status/vault/wrong')).statusCode).toBe(404);
  } finally {
    await setup.store.execute('alter table groups_away rename to status_groups');
  }
  await setup.clock.elapse(hour);
  expect((await groups.get(open.path)).body).not.toBe(before[0]?.body);
});
