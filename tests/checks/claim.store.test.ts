import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDue, repairStarts } from '../../core/checks/claim.ts';
import { nextSlot } from '../../core/checks/slots.ts';
import { checks } from '../../db/schema/checks.ts';
import { type CheckSetup, makeCheckSetup } from './engine-setup.ts';

let setup: CheckSetup;
beforeEach(async () => {
  setup = await makeCheckSetup();
});
afterEach(() => setup.remove());

const unlimited = { places: 1000, fullHosts: [], placesAt: () => 1000 };

test('10,000 checks spread evenly over their interval, and over every part of it', () => {
  const seconds = Array<number>(60).fill(0);
  const now = new Date('2026-03-02T08:00:00.000Z');
  for (let id = 1; id <= 10_000; id += 1) {
    const at = nextSlot({ id, everySeconds: 60 }, now);
    expect(at > now && Number(at) <= Number(now) + 60_000).toBe(true);
    expect(nextSlot({ id, everySeconds: 60 }, at)).toEqual(new Date(Number(at) + 60_000));
    const second = at.getUTCSeconds();
    seconds[second] = (seconds[second] ?? 0) + 1;
  }
  expect(Math.min(...seconds)).toBeGreaterThan(140);
  expect(Math.max(...seconds)).toBeLessThan(195);
});

test('two workers share the checks evenly, and none is claimed twice in an interval', async () => {
  const server = await setup.addServer();
  const ids: number[] = [];
  for (let added = 0; added < 40; added += 1)
    ids.push(await setup.addCheck(server.id, { everySeconds: 10, timeoutMs: 1000 }));
  const other = await setup.store.open();
  const claims = new Map<string, number>();
  const shares = [0, 0];
  let looks = 0;
  let last = Number(setup.clock.now());
  const began = last;
  // Chance decides who is first at a look: in a shorter time the shares would differ by more.
  while (last < began + 180_000) {
    await setup.clock.elapse(0.5);
    last = Number(setup.clock.now());
    // At the same time, each worker first by turns.
    looks += 1;
    const workers = looks % 2 === 0 ? [setup.deps, other] : [other, setup.deps];
    const claimed = await Promise.all(
      workers.map(({ db }) => claimDue(db, setup.clock.now(), { ...unlimited, places: 3 })),
    );
    claimed.forEach((list, index) => {
      const worker = workers[index] === other ? 1 : 0;
      shares[worker] = (shares[worker] ?? 0) + list.length;
      for (const { check } of list) {
        const key = `${check.id} ${Number(check.dueAt)}`;
        claims.set(key, (claims.get(key) ?? 0) + 1);
      }
    });
  }
  await other.close();
  expect([...claims.values()].every((count) => count === 1)).toBe(true);
  for (const id of ids) {
    const own = [...claims.keys()].filter((key) => key.startsWith(`${id} `));
    expect(own.length).toBeGreaterThanOrEqual(17);
    expect(own.length).toBeLessThanOrEqual(19);
  }
  expect(Math.min(...shares)).toBeGreaterThan(0.4 * claims.size);
});

test('intervals that passed are not made up for, and hosts without room wait', async () => {
  const server = await setup.addServer();
  const target = (host: string) => ({ kind: 'tcp', host, port: 80 }) as const;
  for (let added = 0; added < 4; added += 1) await setup.addCheck(server.id, { target: target('a.example') });
  await setup.addCheck(server.id, { target: target('b.example') });
  await setup.clock.elapse(7200);
  const { db } = setup.deps;
  const room = { places: 5, fullHosts: [], placesAt: (host: string) => (host === 'a.example' ? 2 : 5) };
  const hosts = async (fullHosts: string[]) =>
    (await claimDue(db, setup.clock.now(), { ...room, fullHosts })).map(({ check }) => check.host).toSorted();
  expect(await hosts([])).toEqual(['a.example', 'a.example', 'b.example']);
  expect(await hosts(['a.example'])).toEqual([]);
  expect(await hosts([])).toEqual(['a.example', 'a.example']);
  expect(await hosts([])).toEqual([]);
});

test('after the clock was set back, checks run again within their interval', async () => {
  const server = await setup.addServer();
  await setup.addCheck(server.id);
  const { db } = setup.deps;
  await setup.clock.elapse(120);
  expect(await claimDue(db, setup.clock.now(), unlimited)).toHaveLength(1);
  setup.clock.setBack(86_400);
  await repairStarts(db, setup.clock.now());
  expect(await claimDue(db, setup.clock.now(), unlimited)).toHaveLength(1);
  await repairStarts(db, setup.clock.now());
  expect(await claimDue(db, setup.clock.now(), unlimited)).toEqual([]);
  const [row] = await db.select().from(checks);
  expect(Number(row?.dueAt)).toBeLessThanOrEqual(Number(setup.clock.now()) + 60_000);
});
