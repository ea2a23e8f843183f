import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkHours } from '../../db/schema/checks.ts';
import { hour } from '../health/setup.ts';
import { type CheckSetup, makeCheckSetup } from './engine-setup.ts';

let setup: CheckSetup;
let server: { id: number };
let check: number;
beforeEach(async () => {
  setup = await makeCheckSetup();
  server = await setup.addServer({ name: 'Shop', telephonyClientId: 7 });
  check = await setup.addCheck(server.id, { failures: 2, attempts: 2 });
});
afterEach(() => setup.remove());

const day = () => setup.admin.checks.responseTimes({ id: check, period: 'day' });

test('the last 24 hours have the average, the longest time and the failures of each hour', async () => {
  expect(await day()).toHaveLength(24);
  expect((await day()).every(({ attempts, averageMs }) => attempts === 0 && averageMs === null)).toBe(true);
  await setup.report(check, '', 100);
  await setup.report(check, '', 300);
  await setup.clock.elapse(2 * hour);
  await setup.report(check, 'The server refused the connection.', 20);
  const spans = await day();
  const start = Math.floor(Number(setup.clock.now()) / 3_600_000) * 3_600_000;
  expect(spans.at(-1)).toEqual({ start: new Date(start), attempts: 1, failures: 1, averageMs: 20, longestMs: 20 });
  expect(spans.at(-2)).toMatchObject({ attempts: 0, failures: 0, averageMs: null, longestMs: null });
  expect(spans.at(-3)).toMatchObject({ attempts: 2, failures: 0, averageMs: 200, longestMs: 300 });
  await setup.clock.elapse(24 * hour);
  expect((await day()).some(({ attempts }) => attempts > 0)).toBe(false);
});

test('30 days are summed up by day, and 52 weeks by week', async () => {
  const now = Number(setup.clock.now());
  const ago = (hours: number) => new Date(Math.floor(now / 3_600_000 - hours) * 3_600_000);
  const row = { checkId: check, attempts: 2, failures: 0, totalMs: 200, maxMs: 150 };
  await setup.deps.db.insert(checkHours).values([
    { ...row, hour: ago(1) },
    { ...row, hour: ago(20), totalMs: 400, maxMs: 390 },
    { ...row, hour: ago(29 * 24), failures: 1 },
    { ...row, hour: ago(31 * 24) },
    { ...row, hour: ago(52 * 168 - 1) },
    { ...row, hour: ago(52 * 168 + 1) },
  ]);
  const month = await setup.admin.checks.responseTimes({ id: check, period: 'month' });
  expect(month).toHaveLength(30);
  expect(month.at(-1)).toMatchObject({ attempts: 4, failures: 0, averageMs: 150, longestMs: 390 });
  expect(month[0]).toMatchObject({ attempts: 2, failures: 1 });
  const year = await setup.admin.checks.responseTimes({ id: check, period: 'year' });
  expect(year).toHaveLength(52);
  expect(year.map(({ attempts }) => attempts).filter((attempts) => attempts > 0)).toEqual([2, 4, 4]);
});

test('a client reads the times of its own servers only', async () => {
  const input = { id: check, period: 'day' } as const;
  expect(await setup.client(7).checks.responseTimes(input)).toHaveLength(24);
  await expect(setup.client(8).checks.responseTimes(input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(setup.admin.checks.responseTimes({ ...input, id: 999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(setup.visitor.checks.responseTimes(input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
