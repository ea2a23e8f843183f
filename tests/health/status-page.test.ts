import { inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { healthMonitors } from '../../db/schema/health.ts';
import { type Bed, day, hour, makeBed } from './bed.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await makeBed();
  await bed.sweep();
});
afterEach(() => bed.remove());

const show = (ids: readonly number[], isOnStatusPage = true) =>
  bed.deps.db.update(healthMonitors).set({ isOnStatusPage }).where(inArray(healthMonitors.clientId, ids));

/** The page's lines, and what stands above and below them. */
async function read(address = '/status') {
  const { statusCode, body } = await bed.app.inject(address);
  const lines = [...body.matchAll(/<th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td><td>(.*?)<\/td>/g)];
  return {
    statusCode,
    summary: /<p>(.*?)<\/p>/.exec(body)?.[1],
    lines: lines.map(([, name, status, share]) => `${name} ${status} ${share}`),
    links: [...body.matchAll(/<a href="(.*?)">(.*?)<\/a>/g)].map(([, href, name]) => `${name} ${href}`),
  };
}

test('shows what an Admin has put on it, what is offline first, and nothing when there is nothing', async () => {
  const [online, offline, hidden] = [await bed.addServer(), await bed.addServer(), await bed.addServer()];
  expect(await read()).toMatchObject({ statusCode: 404, lines: [] });
  await show([online.id, offline.id]);
  await bed.hit(online.code);
  await bed.hit(hidden.code);
  await bed.hit(offline.code);
  await bed.clock.elapse(hour);
  await bed.hit(online.code);
  await bed.leap(hour);
  const asked = await read();
  expect(asked).toMatchObject({ statusCode: 200, summary: '1 offline, 1 online', links: [] });
  // Two hours watched, offline for the last 48 minutes.
  expect(asked.lines).toEqual(['Server 2 offline 60.00 %', 'Server 1 online 100.00 %']);
  await show([offline.id], false);
  expect((await read()).lines).toEqual(['Server 1 online 100.00 %']);
});

test('an uptime is worked out again after a minute, a status is always the present one', async () => {
  const { id, code } = await bed.addServer();
  await show([id]);
  await bed.hit(code);
  await bed.clock.elapse(day);
  await bed.hit(code, '/fail');
  expect((await read()).lines).toEqual(['Server 1 offline 100.00 %']);
  await bed.clock.elapse(30);
  await bed.hit(code);
  expect((await read()).lines).toEqual(['Server 1 online 100.00 %']);
  await bed.clock.elapse(31);
  expect((await read()).lines).toEqual(['Server 1 online 99.96 %']);
});

test('many servers are shown a hundred at a time', async () => {
  const servers = [];
  for (let added = 0; added < 105; added += 1) servers.push(await bed.addServer());
  await show(servers.map(({ id }) => id));
  await bed.hit(servers.at(-1)?.code ?? '', '/1');
  const first = await read();
  expect(first).toMatchObject({ summary: '1 offline, 104 new', links: ['Next /status?page=2'] });
  expect([first.lines.length, first.lines[0], first.lines[1]]).toEqual([
    100,
    expect.stringMatching(/^Server 105 offline/),
    'Server 1 new –',
  ]);
  const second = await read('/status?page=2');
  expect(second).toMatchObject({ summary: first.summary, links: ['Previous /status?page=1'] });
  expect(second.lines.length).toBe(5);
  for (const page of ['0', '3', 'x', '1.5', '-1', '1e9', ''])
    expect((await read(`/status?page=${page}`)).statusCode).toBe(404);
});
