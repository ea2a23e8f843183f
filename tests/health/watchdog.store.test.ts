import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAttention } from '../../core/desk/attention.ts';
import { requestWatchdog } from '../../core/health/watchdog.ts';
import { readGauges } from '../../core/metrics/gauges.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { sessionFor } from '../fixture/session.ts';
import { makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
let outside: Server;
let port: number;
let requests: string[];
let answer: number | 'never';
beforeEach(async () => {
  requests = [];
  answer = 200;
  outside = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (answer !== 'never') response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = outside.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
  setup = await makeSetup({ WATCHDOG_URL: `http://127.0.0.1:${port}/secret-code` });
});
afterEach(async () => {
  outside.closeAllConnections();
  outside.close();
  await setup.remove();
});

const attention = async () => (await readAttention(setup.deps, sessionFor())).items;

/** Requests that sweeps have asked for. */
const asked = () => setup.deps.db.$count(jobs);

test('a successful sweep asks for one request in each interval, however many workers sweep', async () => {
  const other = await setup.store.open();
  await setup.sweep();
  await Promise.all([setup.deps, { ...setup.deps, db: other.db }].map((deps) => handlers.sweepHealth.run({}, deps)));
  await other.close();
  await setup.work(3);
  expect(requests.length).toBeGreaterThanOrEqual(3);
  expect(requests.length).toBeLessThanOrEqual(4);
  expect(new Set(requests)).toEqual(new Set(['/secret-code']));
  expect(await attention()).toEqual([]);
});

test('while no web process accepts pings, or the sweep fails, nothing is requested', async () => {
  await setup.sweep();
  await setup.deps.db.delete(jobs);
  await setup.clock.elapse(5 * minute);
  await handlers.sweepHealth.run({}, setup.deps);
  expect(await asked()).toBe(0);
  await setup.store.execute('alter table health_monitors rename to health_away');
  await expect(handlers.sweepHealth.run({}, setup.deps)).rejects.toThrow();
  expect(await asked()).toBe(0);
  await setup.store.execute('alter table health_away rename to health_monitors');
});

test('a sweep does not wait for an address that never answers', async () => {
  answer = 'never';
  await setup.sweep();
  expect(requests).toEqual([]);
  expect(await requestWatchdog(setup.deps)).toBe('It did not answer within 5 s.');
});

test('a failing request is shown on the dashboard and in the metrics without the address, until one succeeds', async () => {
  await setup.sweep();
  answer = 302;
  await handlers.callWatchdog.run({}, setup.deps);
  expect(requests).toEqual(['/secret-code']);
  expect(await attention()).toEqual([{ kind: 'failingWatchdog', problem: 'It answered 302.', succeededAt: null }]);
  expect(await (await readGauges(setup.deps)).metrics()).toContain('vitrine_watchdog_failing 1');
  answer = 204;
  await handlers.callWatchdog.run({}, setup.deps);
  expect(await attention()).toEqual([]);
  const metrics = await (await readGauges(setup.deps)).metrics();
  expect(metrics).toContain('vitrine_watchdog_failing 0');
  expect(metrics).toContain('vitrine_watchdog_last_success_timestamp_seconds');
  outside.closeAllConnections();
  await new Promise((resolve) => outside.close(resolve));
  const problem = await requestWatchdog(setup.deps);
  expect(problem).toMatch(/^It could not be reached \([A-Z_]+\)\.$/);
});
