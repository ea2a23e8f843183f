import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeUpdate } from '../../core/status/subscription-text.ts';
import { clients } from '../../db/schema/clients.ts';
import { statusUpdates } from '../../db/schema/status.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { makeSetup, type Setup } from '../health/setup.ts';
import { publicUrl } from '../telephony/setup.ts';
import { groupActions, groupFields, listedSettings } from './group-actions.ts';

let setup: Setup;
let groups: ReturnType<typeof groupActions>;
beforeEach(async () => {
  setup = await makeSetup();
  groups = groupActions(setup);
  await setup.sweep();
});
afterEach(() => setup.remove());

test('no public answer names a server of a secret group, whatever happens to the group', async () => {
  const [web, secret] = [
    await groups.addGroup(),
    await groups.addGroup({ name: 'Vault', slug: 'vault', isSecret: true }),
  ];
  const other = await groups.addGroup({ name: 'Bunker', slug: 'bunker', isSecret: true });
  const shop = await groups.addListed('Shop', web.id);
  const hidden = await groups.addListed('Hidden', secret.id);
  // Whether a client is on the home page is another setting.
  await setup.deps.db.update(clients).set({ showOnHomePage: false }).where(eq(clients.id, hidden.id));
  await groups.addListed('Alone', null);
  await groups.addListed('Deep', other.id);
  await groups.publish('About hidden things', [hidden.id]);
  await groups.publish('Shared', [shop.id, hidden.id]);
  await setup.admin.health.maintain({ clientId: hidden.id, window: { hours: 1 } });
  const addresses = [
    ...['/status', '/status.json', '/status.rss', '/status/web', '/status/web.json', '/status/web.rss'],
    ...[other.path, `${other.path}.json`, `${other.path}.rss`, '/status/vault', '/status/vault.json'],
    ...['/sitemap.xml', '/robots.txt', '/', '/api/getclienttasklist', '/api/getclientdetail'],
  ];
  const expectNoLeak = async () => {
    for (const url of addresses) {
      const { body } = await groups.get(url);
      for (const word of ['Hidden', 'hidden', 'Vault', 'vault', secret.path]) expect(body, url).not.toContain(word);
    }
  };
  await expectNoLeak();
  expect((await groups.get('/api/getclienttasklist')).body).toContain('Shop');
  expect((await groups.read('/status')).current).toEqual([{ title: 'Shared', servers: 'Shop' }]);
  const own = await groups.read(secret.path);
  expect(own.lines).toEqual(['Servers > Hidden']);
  expect(own.current.map(({ title }) => title).toSorted()).toEqual(['About hidden things', 'Shared']);
  expect((await groups.get(`${secret.path}.rss`)).body).toContain(`${publicUrl}${secret.path}#incident-`);

  // A deletion publishes nothing, an edit of the incident neither, nor the deletion of the server.
  await setup.admin.status.deleteGroup({ id: secret.id });
  expect(await setup.monitor(hidden.id)).toMatchObject({ isOnStatusPage: false, statusGroupId: null });
  expect((await groups.get(secret.path)).statusCode).toBe(404);
  await expectNoLeak();
  const about = (await setup.admin.status.incidents()).find(({ title }) => title === 'About hidden things');
  await setup.admin.status.save({ id: about?.id ?? 0, title: 'About hidden things', clientIds: [] });
  await expectNoLeak();
  await setup.admin.clients.items.delete({ id: hidden.id });
  await expectNoLeak();
});

test('a secret page answers at its link only, without caches, referrers and search engines', async () => {
  const { id, path } = await groups.addGroup({ name: 'Vault', slug: 'vault', isSecret: true });
  await groups.addListed('Hidden', id);
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
  const asJson = async (url: string) => (await groups.get(url)).json();
  expect(await asJson('/status/vault.json')).toEqual(await asJson('/status/nothing.json'));
  for (const url of [path, `${path}.json`, `${path}.rss`]) {
    const { statusCode, headers: sent } = await groups.get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(sent).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(sent['access-control-allow-origin']).toBeUndefined();
  }
  const open = await groups.addGroup();
  await groups.addListed('Shop', open.id);
  expect((await groups.get('/status/web/anything')).statusCode).toBe(404);
  expect((await groups.get('/status/web/')).statusCode).toBe(404);
});

test('a replaced link, a group that changes its access and an old address answer 404', async () => {
  const group = await groups.addGroup({ isSecret: true });
  await groups.addListed('Shop', group.id);
  await groups.get(group.path);
  await setup.admin.status.replaceGroupLink({ id: group.id });
  const next = await groups.pathOf(group.id);
  expect(next).not.toBe(group.path);
  expect([(await groups.get(group.path)).statusCode, (await groups.get(next)).statusCode]).toEqual([404, 200]);
  // A save keeps the link.
  await setup.admin.status.saveGroup({ ...groupFields, id: group.id, slug: 'shops', isSecret: true });
  expect(await groups.pathOf(group.id)).toBe(next.replace('web', 'shops'));
  expect((await groups.get(next)).statusCode).toBe(404);
  await setup.admin.status.saveGroup({ ...groupFields, id: group.id });
  expect([(await groups.get(next)).statusCode, (await groups.get('/status/web')).statusCode]).toEqual([404, 200]);
  await expect(setup.admin.status.replaceGroupLink({ id: group.id })).rejects.toThrow('This group has no secret link.');
  await setup.admin.status.saveGroup({ ...groupFields, id: group.id, isSecret: true });
  expect(await groups.pathOf(group.id)).not.toBe(next);
});

test('a server joins a group with its settings, which keep the group if they do not name one', async () => {
  const { id } = await groups.addGroup({ isSecret: true });
  const shop = await setup.addServer({ name: 'Shop' });
  await setup.admin.health.save({ ...listedSettings, clientId: shop.id, statusGroupId: id });
  await setup.admin.health.save({ ...listedSettings, clientId: shop.id });
  expect((await setup.admin.health.detail({ id: shop.id })).statusGroupId).toBe(id);
  expect((await groups.get('/status')).statusCode).toBe(404);
  await setup.admin.health.save({ ...listedSettings, clientId: shop.id, statusGroupId: null });
  expect((await groups.read('/status')).lines).toEqual(['Servers > Shop']);
});

test('servers of secret groups go into drafts of their own', async () => {
  const secret = await groups.addGroup({ name: 'Vault', slug: 'vault', isSecret: true });
  for (const [name, group] of [
    ['Shop', null],
    ['Blog', null],
    ['Hidden', secret.id],
  ] as const)
    await groups.addListed(name, group, 'offline');
  await setup.sweep();
  const titles = (await setup.admin.status.incidents()).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['2 servers are offline', 'Hidden is offline']);
});

test('subscribers get no mail about a secret group, and no name of its servers', async () => {
  const { id } = await groups.addGroup({ name: 'Vault', slug: 'vault', isSecret: true });
  const [shop, hidden] = [await groups.addListed('Shop', null), await groups.addListed('Hidden', id)];
  await groups.publish('Of the vault', [hidden.id]);
  await groups.publish('Of both', [shop.id, hidden.id]);
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
