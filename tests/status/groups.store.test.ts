import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { composeUpdate } from '../../core/status/subscription-text.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusUpdates } from '../../db/schema/status.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { sessionFor } from '../fixture/session.ts';
import { hour, makeSetup, type Setup } from '../health/setup.ts';
import { publicUrl } from '../telephony/setup.ts';

const createCaller = createCallerFactory(appRouter);
let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const fields = { name: 'Web', slug: 'web', description: '', displayOrder: 1, isShown: true, isSecret: false };

async function addGroup(more: Partial<typeof fields> = {}) {
  const { id } = await setup.admin.status.saveGroup({ ...fields, ...more });
  return { id, path: await pathOf(id) };
}
async function pathOf(groupId: number) {
  const group = (await setup.admin.status.groups()).find(({ id }) => id === groupId);
  return (group?.url ?? '').slice(publicUrl.length);
}
async function addServer(name: string, statusGroupId: number | null, status: 'online' | 'offline' = 'online') {
  const server = await setup.addServer({ name, displayOrder: 1 });
  await setup.deps.db
    .update(healthMonitors)
    .set({ isOnStatusPage: true, statusGroupId })
    .where(eq(healthMonitors.clientId, server.id));
  await setup.ping(server.code, status === 'offline' ? '/fail' : '');
  return server;
}
async function publish(title: string, clientIds: number[]) {
  const { id } = await setup.admin.status.save({ title, clientIds });
  await setup.admin.status.post({ id, state: 'investigating', text: `Text of ${title}` });
  return id;
}
const get = (url: string) => setup.app.inject(url);

const view = z.object({
  words: z.string(),
  path: z.string(),
  sections: z.array(
    z.object({ title: z.string(), path: z.string().nullable(), servers: z.array(z.object({ name: z.string() })) }),
  ),
  maintenance: z.array(z.object({ name: z.string() })),
  current: z.array(z.object({ title: z.string(), servers: z.string() })),
});
async function read(path: string) {
  const { statusCode, body } = await get(path);
  expect([path, statusCode]).toEqual([path, 200]);
  const { sections, ...rest } = view.parse(JSON.parse(body));
  const lines = sections.map(({ title, servers }) => [title, ...servers.map(({ name }) => name)].join(' > '));
  return { ...rest, sections, lines };
}
const settings = { graceSeconds: null, reminderHours: 0, hasBadge: false, isOnStatusPage: true };

test('groups are sections of /status in their order, servers without a group below; each has a page of its own', async () => {
  const [late, early] = [await addGroup({ displayOrder: 5 }), await addGroup({ name: 'Data', slug: 'data' })];
  const hidden = await addGroup({ name: 'Inner', slug: 'inner', isShown: false });
  await addServer('Alone', null);
  await addServer('Shop', late.id);
  await addServer('Blog', late.id, 'offline');
  await addServer('Store', early.id);
  await addServer('Tools', hidden.id, 'offline');
  const page = await read('/status');
  expect(page.lines).toEqual(['Data > Store', 'Web > Blog > Shop', 'Other servers > Alone']);
  expect(page.sections.map(({ path }) => path)).toEqual(['/status/data', '/status/web', null]);
  expect(await read('/status/web')).toMatchObject({
    words: 'Some servers are offline',
    path: '/status/web',
    lines: ['Servers > Blog > Shop'],
  });
  expect((await read('/status/data')).words).toBe('All servers are online');
  expect((await read('/status/inner')).lines).toEqual(['Servers > Tools']);
  const json = (await get('/status/web.json')).json();
  expect(json).toMatchObject({
    status: 'offline',
    group: { name: 'Web', slug: 'web' },
    counts: { offline: 1, online: 1 },
  });
  expect((await get('/status.json')).json()).toMatchObject({
    group: null,
    groups: [{ slug: 'data' }, { slug: 'web' }],
    servers: [{ group: 'data' }, { group: 'web' }, { group: 'web' }, { name: 'Alone', group: null }],
  });
});

test('incidents and maintenance are on the pages of their servers only, and name only servers of the page', async () => {
  const [web, data] = [await addGroup(), await addGroup({ name: 'Data', slug: 'data' })];
  const [shop, store] = [await addServer('Shop', web.id), await addServer('Store', data.id)];
  await publish('Both', [shop.id, store.id]);
  await publish('Store only', [store.id]);
  await publish('General', []);
  await setup.admin.health.maintain({ clientId: store.id, window: { hours: 1 } });
  const incidents = async (path: string) =>
    (await read(path)).current.map(({ title, servers }) => `${title}: ${servers}`).toSorted();
  expect(await incidents('/status')).toEqual(['Both: Shop, Store', 'General: ', 'Store only: Store']);
  expect(await incidents('/status/web')).toEqual(['Both: Shop']);
  expect(await incidents('/status/data')).toEqual(['Both: Store', 'Store only: Store']);
  expect((await read('/status/web')).maintenance).toEqual([]);
  expect((await read('/status/data')).maintenance).toEqual([{ name: 'Store' }]);
  const feed = await get('/status/web.rss');
  expect(feed.headers['content-type']).toContain('application/rss+xml');
  expect([...feed.body.matchAll(/<link>(.*?)<\/link>/g)].map(([, link]) => link)).toEqual([
    `${publicUrl}/status/web`,
    expect.stringMatching(/\/status\/web#incident-\d+$/),
  ]);
  expect(feed.body).not.toContain('Store');
});

test('no public answer names a server of a secret group, whatever happens to the group', async () => {
  const [web, secret] = [await addGroup(), await addGroup({ name: 'Vault', slug: 'vault', isSecret: true })];
  const other = await addGroup({ name: 'Bunker', slug: 'bunker', isSecret: true });
  const shop = await addServer('Shop', web.id);
  const hidden = await addServer('Hidden', secret.id);
  // Whether a client is on the home page is another setting.
  await setup.deps.db.update(clients).set({ showOnHomePage: false }).where(eq(clients.id, hidden.id));
  await addServer('Alone', null);
  await addServer('Deep', other.id);
  await publish('About hidden things', [hidden.id]);
  await publish('Shared', [shop.id, hidden.id]);
  await setup.admin.health.maintain({ clientId: hidden.id, window: { hours: 1 } });
  const addresses = [
    ...['/status', '/status.json', '/status.rss', '/status/web', '/status/web.json', '/status/web.rss'],
    ...[other.path, `${other.path}.json`, `${other.path}.rss`, '/status/vault', '/status/vault.json'],
    ...['/sitemap.xml', '/robots.txt', '/', '/api/getclienttasklist', '/api/getclientdetail'],
  ];
  const expectNoLeak = async () => {
    for (const url of addresses) {
      const { body } = await get(url);
      for (const word of ['Hidden', 'hidden', 'Vault', 'vault', secret.path]) expect(body, url).not.toContain(word);
    }
  };
  await expectNoLeak();
  expect((await get('/api/getclienttasklist')).body).toContain('Shop');
  expect((await read('/status')).current).toEqual([{ title: 'Shared', servers: 'Shop' }]);
  const own = await read(secret.path);
  expect(own.lines).toEqual(['Servers > Hidden']);
  expect(own.current.map(({ title }) => title).toSorted()).toEqual(['About hidden things', 'Shared']);
  expect((await get(`${secret.path}.rss`)).body).toContain(`${publicUrl}${secret.path}#incident-`);

  // A deletion publishes nothing, an edit of the incident neither, nor the deletion of the server.
  await setup.admin.status.deleteGroup({ id: secret.id });
  expect(await setup.monitor(hidden.id)).toMatchObject({ isOnStatusPage: false, statusGroupId: null });
  expect((await get(secret.path)).statusCode).toBe(404);
  await expectNoLeak();
  const about = (await setup.admin.status.incidents()).find(({ title }) => title === 'About hidden things');
  await setup.admin.status.save({ id: about?.id ?? 0, title: 'About hidden things', clientIds: [] });
  await expectNoLeak();
  await setup.admin.clients.items.delete({ id: hidden.id });
  await expectNoLeak();
});

test('a secret page answers at its link only, without caches, referrers and search engines', async () => {
  const { id, path } = await addGroup({ name: 'Vault', slug: 'vault', isSecret: true });
  await addServer('Hidden', id);
  expect(path).toMatch(/^\/status\/vault\/[\w-]{32}$/);
  const headers = { accept: 'text/html' };
  const unknown = await setup.app.inject({ url: '/status/nothing/wrong', headers });
  const answer = (url: string) => setup.app.inject({ url, headers });
  const closed = ['/status/vault/wrong', `${path}x`, path.slice(0, -1), `/status/nothing/${path.split('/').at(-1)}`];
  for (const url of [...closed, '/status/vault/wrong.json', '/status/vault/wrong.rss']) {
    const { statusCode, body, headers: sent } = await answer(url);
    expect([url, statusCode, body]).toEqual([url, 404, unknown.body]);
    expect({ ...sent, date: '' }).toEqual({ ...unknown.headers, date: '' });
  }
  const [without, no] = [await answer('/status/vault'), await answer('/status/nothing')];
  expect([without.statusCode, without.body]).toEqual([404, no.body]);
  expect({ ...without.headers, date: '' }).toEqual({ ...no.headers, date: '' });
  const asJson = async (url: string) => (await get(url)).json();
  expect(await asJson('/status/vault.json')).toEqual(await asJson('/status/nothing.json'));
  for (const url of [path, `${path}.json`, `${path}.rss`]) {
    const { statusCode, headers: sent } = await get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(sent).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(sent['access-control-allow-origin']).toBeUndefined();
  }
  const open = await addGroup();
  await addServer('Shop', open.id);
  expect((await get('/status/web/anything')).statusCode).toBe(404);
  expect((await get('/status/web/')).statusCode).toBe(404);
});

test('a replaced link, a group that changes its access and an old address answer 404', async () => {
  const group = await addGroup({ isSecret: true });
  await addServer('Shop', group.id);
  await get(group.path);
  await setup.admin.status.replaceGroupLink({ id: group.id });
  const next = await pathOf(group.id);
  expect(next).not.toBe(group.path);
  expect([(await get(group.path)).statusCode, (await get(next)).statusCode]).toEqual([404, 200]);
  // A save keeps the link.
  await setup.admin.status.saveGroup({ ...fields, id: group.id, slug: 'shops', isSecret: true });
  expect(await pathOf(group.id)).toBe(next.replace('web', 'shops'));
  expect((await get(next)).statusCode).toBe(404);
  await setup.admin.status.saveGroup({ ...fields, id: group.id });
  expect([(await get(next)).statusCode, (await get('/status/web')).statusCode]).toEqual([404, 200]);
  await expect(setup.admin.status.replaceGroupLink({ id: group.id })).rejects.toThrow('This group has no secret link.');
  await setup.admin.status.saveGroup({ ...fields, id: group.id, isSecret: true });
  expect(await pathOf(group.id)).not.toBe(next);
});

test('deleting an open group leaves its servers on the page without a group', async () => {
  const { id } = await addGroup();
  const shop = await addServer('Shop', id);
  await setup.admin.status.deleteGroup({ id });
  expect(await setup.monitor(shop.id)).toMatchObject({ isOnStatusPage: true, statusGroupId: null });
  expect((await read('/status')).lines).toEqual(['Servers > Shop']);
  await expect(setup.admin.status.deleteGroup({ id })).rejects.toThrow();
  await expect(setup.admin.health.save({ ...settings, clientId: shop.id, statusGroupId: id })).rejects.toThrow();
});

test('a server joins a group with its settings, which keep the group if they do not name one', async () => {
  const { id } = await addGroup({ isSecret: true });
  const shop = await setup.addServer({ name: 'Shop' });
  await setup.admin.health.save({ ...settings, clientId: shop.id, statusGroupId: id });
  await setup.admin.health.save({ ...settings, clientId: shop.id });
  expect((await setup.admin.health.detail({ id: shop.id })).statusGroupId).toBe(id);
  expect((await get('/status')).statusCode).toBe(404);
  await setup.admin.health.save({ ...settings, clientId: shop.id, statusGroupId: null });
  expect((await read('/status')).lines).toEqual(['Servers > Shop']);
});

test('refuses addresses that are taken, reserved or unfit for a path, and long texts', async () => {
  const { id } = await addGroup();
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
    await expect(setup.admin.status.saveGroup({ ...fields, slug }), slug).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...fields, slug: 'x'.repeat(61) })).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...fields, slug: 'b', description: 'x'.repeat(301) })).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...fields, slug: 'b', name: ' ' })).rejects.toThrow();
  await expect(setup.admin.status.saveGroup({ ...fields, id: id + 1, slug: 'b' })).rejects.toThrow();
  await setup.admin.status.saveGroup({ ...fields, id, name: 'Same address' });
  expect(await setup.admin.status.groups()).toMatchObject([{ name: 'Same address', slug: 'web' }]);
});

test('takes a hundred groups', async () => {
  const rows = Array.from({ length: 99 }, (_, index) => ({ name: `${index}`, slug: `g${index}`, isShown: true }));
  await setup.deps.db.insert(statusGroups).values(rows);
  await addGroup();
  await expect(addGroup({ slug: 'one-more' })).rejects.toThrow('takes no more');
});

test('readers see the groups and no secret link; the log names group and servers, and has no link', async () => {
  const { id, path } = await addGroup({ name: 'Vault', isSecret: true });
  const shop = await addServer('Shop', null);
  await setup.admin.health.save({ ...settings, clientId: shop.id, statusGroupId: id });
  const session = sessionFor('Admin', { permissions: new Set(['health:read'] as const) });
  const reader = createCaller({ deps: setup.deps, session, ip: '192.0.2.1', requestId: 'test' });
  expect(await reader.status.groups()).toMatchObject([{ name: 'Vault', isSecret: true, url: null, servers: 1 }]);
  await setup.admin.status.replaceGroupLink({ id });
  const next = await pathOf(id);
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

test('servers of secret groups fall into drafts of their own', async () => {
  const secret = await addGroup({ name: 'Vault', slug: 'vault', isSecret: true });
  for (const [name, group] of [
    ['Shop', null],
    ['Blog', null],
    ['Hidden', secret.id],
  ] as const)
    await addServer(name, group, 'offline');
  await setup.sweep();
  const titles = (await setup.admin.status.incidents()).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['2 servers are offline', 'Hidden is offline']);
});

test('subscribers get no mail about a secret group, and no name of its servers', async () => {
  const { id } = await addGroup({ name: 'Vault', slug: 'vault', isSecret: true });
  const [shop, hidden] = [await addServer('Shop', null), await addServer('Hidden', id)];
  await publish('Of the vault', [hidden.id]);
  await publish('Of both', [shop.id, hidden.id]);
  const { db, now } = setup.deps;
  const values = { email: 'mira@example.com', token: 'x', askedAt: now(), confirmedAt: now() };
  const [subscriber] = await db.insert(statusSubscribers).values(values).returning();
  const updates = await db.select().from(statusUpdates).orderBy(statusUpdates.id);
  const texts = [];
  for (const update of updates) {
    const mail = await composeUpdate(setup.deps, { updateId: update.id, subscriberId: subscriber?.id ?? 0 });
    texts.push(mail?.text.split('\n').slice(0, 2));
  }
  expect(texts).toEqual([undefined, ['Of both', 'Servers: Shop']]);
});

test('readers of group pages get the last documents while the database fails', async () => {
  const [open, secret] = [await addGroup(), await addGroup({ name: 'Vault', slug: 'vault', isSecret: true })];
  await addServer('Shop', open.id);
  await addServer('Hidden', secret.id);
  const addresses = [open.path, `${open.path}.json`, `${open.path}.rss`, secret.path, `${secret.path}.json`];
  const all = () => Promise.all(addresses.map(get));
  const before = await all();
  await setup.store.execute('alter table status_groups rename to groups_away');
  try {
    await expect(setup.admin.status.groups()).rejects.toThrow();
    const during = await all();
    expect(during.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(during.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect((await get('/status/vault/wrong')).statusCode).toBe(404);
  } finally {
    await setup.store.execute('alter table groups_away rename to status_groups');
  }
  await setup.clock.elapse(hour);
  expect((await get(open.path)).body).not.toBe(before[0]?.body);
});
