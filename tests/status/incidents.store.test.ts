import { inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { draftIncidents } from '../../core/status/draft-incidents.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { hour, makeSetup, type Setup } from '../health/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const show = (ids: readonly number[]) =>
  setup.deps.db.update(healthMonitors).set({ isOnStatusPage: true }).where(inArray(healthMonitors.clientId, ids));
const incidents = () => setup.admin.status.incidents();
const page = async () => {
  const { body } = await setup.app.inject('/status.json');
  const update = z.object({ state: z.string(), text: z.string() });
  const incident = z.object({ title: z.string(), servers: z.array(z.string()), updates: z.array(update) });
  return z.object({ description: z.string(), incidents: z.array(incident) }).parse(JSON.parse(body));
};

test('servers of the status page that go offline make one draft, however many workers sweep', async () => {
  const [first, second, hidden] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
  await show([first.id, second.id]);
  for (const { code } of [first, second, hidden]) await setup.ping(code);
  await setup.leap(2 * hour);
  const now = setup.clock.now();
  await Promise.all([draftIncidents(setup.deps.db, now), draftIncidents(setup.deps.db, now), setup.sweep()]);
  await setup.sweep();
  expect(await incidents()).toMatchObject([
    {
      title: '2 servers are offline',
      isDraft: true,
      state: 'investigating',
      servers: [{ id: first.id }, { id: second.id }],
      updates: [],
    },
  ]);
  expect((await page()).incidents).toEqual([]);
});

test('a failure gets a draft that names the server, but not in maintenance and not again once discarded', async () => {
  const [failed, maintained] = [await setup.addServer({ name: 'Mill' }), await setup.addServer()];
  await show([failed.id, maintained.id]);
  await setup.admin.health.maintain({ clientId: maintained.id, window: { hours: 1 } });
  for (const { code } of [failed, maintained]) await setup.ping(code, '/fail');
  await setup.sweep();
  const [draft] = await incidents();
  expect(draft).toMatchObject({ title: 'Mill is offline', servers: [{ name: 'Mill' }] });
  await setup.admin.status.discard({ id: draft?.id ?? 0 });
  await setup.sweep();
  expect(await incidents()).toEqual([]);
  await expect(setup.admin.status.post({ id: draft?.id ?? 0, state: 'monitoring', text: 'x' })).rejects.toThrow(
    'This draft was discarded.',
  );
  // The next outage is another one.
  await setup.ping(failed.code);
  await setup.clock.elapse(600);
  await setup.ping(failed.code, '/fail');
  await setup.sweep();
  expect(await incidents()).toMatchObject([{ title: 'Mill is offline', isDraft: true }]);
});

test('the first update publishes an incident, resolved ends it, and the page and the feed show all updates', async () => {
  const { id: clientId, code } = await setup.addServer({ name: 'Mill <1>' });
  await show([clientId]);
  await setup.ping(code);
  const { id } = await setup.admin.status.save({ title: 'Slow mails & more', clientIds: [clientId] });
  expect(await page()).toMatchObject({ description: 'All servers are online', incidents: [] });
  await setup.admin.status.post({ id, state: 'investigating', text: 'We look into it.' });
  expect(await page()).toMatchObject({ description: 'There is an incident', incidents: [{ servers: ['Mill <1>'] }] });
  await expect(setup.admin.status.discard({ id })).rejects.toThrow('This incident is published.');
  await setup.clock.elapse(60);
  await setup.admin.status.post({ id, state: 'resolved', text: 'All is well.' });
  const resolved = await page();
  expect(resolved.description).toBe('All servers are online');
  expect(resolved.incidents[0]?.updates.map(({ state }) => state)).toEqual(['resolved', 'investigating']);
  const feed = await setup.app.inject('/status.rss');
  expect(feed.headers['content-type']).toContain('application/rss+xml');
  expect([...feed.body.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Resolved: Slow mails &amp; more',
    'Investigating: Slow mails &amp; more',
  ]);
  expect(feed.body).toContain('Servers: Mill &lt;1&gt;');
  await setup.clock.elapse(91 * 24 * hour);
  expect((await page()).incidents).toEqual([]);
});

test('a server that is taken off an incident gets no draft for the same outage', async () => {
  const [mill, pump] = [await setup.addServer(), await setup.addServer()];
  await show([mill.id, pump.id]);
  for (const { code } of [mill, pump]) await setup.ping(code, '/fail');
  await setup.sweep();
  const [draft] = await incidents();
  await setup.admin.status.save({ id: draft?.id ?? 0, title: 'Pump', clientIds: [pump.id] });
  await setup.sweep();
  expect(await incidents()).toMatchObject([{ title: 'Pump', servers: [{ id: pump.id }] }]);
});

test('refuses servers that are not on the page, and an empty text', async () => {
  const { id } = await setup.addServer();
  await expect(setup.admin.status.save({ title: 'Fall', clientIds: [id] })).rejects.toThrow();
  const draft = await setup.admin.status.save({ title: 'Fall', clientIds: [] });
  await expect(setup.admin.status.post({ ...draft, state: 'monitoring', text: ' ' })).rejects.toThrow();
  expect(await incidents()).toMatchObject([{ title: 'Fall', isDraft: true, servers: [] }]);
});
