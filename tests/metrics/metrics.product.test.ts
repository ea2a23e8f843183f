import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { healthFlips } from '../../db/schema/health.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { startMetricsListener } from '../../workers/metrics-listener.ts';
import { until } from '../fakes/clock.ts';
import { runnableJob } from '../fixture/runnable-job.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { metricOf, parseMetrics } from './text.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@harbour.example' });
});
afterAll(() => server.stop());

/** Failures of jobs that no failed run explains. Alarms by mail fail here too, each at its own time: no mail server. */
async function unexplainedFailures(): Promise<number> {
  const { samples } = await scrape();
  const failed = samples
    .filter(({ name, labels }) => name === 'vitrine_job_runs_total' && !labels.includes('completed'))
    .reduce((sum, sample) => sum + sample.value, 0);
  const counted = samples.find(
    ({ name, labels }) => name === 'vitrine_background_failures_total' && labels === '{source="job"}',
  );
  return (counted?.value ?? 0) - failed;
}

/** Asks for a path and reads the whole answer: one that is left unread keeps the server from closing. */
async function visit(path: string, options: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.address}${path}`, options);
  return { status: answer.status, text: await answer.text() };
}

async function scrape(from = server) {
  const answer = await fetch(`${from.address}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return parseMetrics(await answer.text());
}

/** The value of a sample, or undefined. */
async function value(name: string, labels = ''): Promise<number | undefined> {
  const { samples } = await scrape();
  return samples.find((sample) => sample.name === name && sample.labels === labels)?.value;
}

/** Has a client's server monitored under this code; returns the client's id. */
async function watchedClient(healthCode: string): Promise<number> {
  const api = trpcClient(server.address, server.adminToken);
  const [client] = await api.clients.items.list.query({});
  if (!client) throw new Error('no client');
  await api.clients.items.save.mutate({ id: client.id, values: { ...client, healthCode, checkInterval: 'hour' } });
  return client.id;
}

describe('the text', () => {
  test('every metric has a help text, and every value a metric', async () => {
    const { help, samples } = await scrape();
    expect(samples.length).toBeGreaterThan(100);
    for (const { name } of samples) expect(help.has(metricOf(name, help)), name).toBe(true);
    for (const [name, text] of help) expect(text.length, name).toBeGreaterThan(10);
    // Prometheus keeps these for what it scrapes.
    expect(samples.filter(({ labels }) => /[{,](job|instance)=/.test(labels))).toEqual([]);
  });

  test('unknown addresses, methods, codes and pictures are one label value each', async () => {
    const ask = async (round: string) => {
      await visit(`/nowhere/${round}`);
      await visit(`/api/${round}`);
      await visit(`/images/${round}.png`);
      await visit(`/serverhealthstatus/${round.padEnd(20, 'x')}`);
      await visit(`/trpc/${round}`);
      await visit(`/assets/${round}.js`);
      await visit(`/?${round}`);
      await visit(`/${round}`, { method: 'PROPFIND' });
    };
    await ask('first');
    // Other jobs that run now are counted too.
    const requests = async () => (await scrape()).samples.filter(({ labels }) => labels.includes('route='));
    const before = (await requests()).length;
    for (let round = 0; round < 30; round += 1) await ask(`round-${round}`);
    const samples = await requests();
    expect(samples.length).toBe(before);
    const unknown = samples.filter(({ labels }) => labels.includes('route="unknown"') && labels.includes('status='));
    expect(unknown.some(({ labels, value: count }) => labels.includes('method="GET"') && count >= 60)).toBe(true);
    expect(unknown.some(({ labels }) => labels.includes('method="other"'))).toBe(true);
  });

  test('built files are one route, whatever they are called', async () => {
    const html = (await visit('/')).text;
    const file = /\/assets\/[\w.-]+/.exec(html)?.[0];
    await visit(String(file));
    const { samples } = await scrape();
    const routes = new Set(samples.flatMap(({ labels }) => /route="(\/assets[^"]*)"/.exec(labels)?.[1] ?? []));
    expect([...routes]).toEqual(['/assets/*']);
  });
});

describe('what is counted', () => {
  test('requests with route, method and status, and how long they took', async () => {
    const labels = '{route="/api/getfeaturedetail",method="GET",status="200"}';
    const bucket = '{le="+Inf",route="/api/getfeaturedetail",method="GET"}';
    const counted = async () => (await value('vitrine_http_requests_total', labels)) ?? 0;
    // Requests with other statuses count here too.
    const timed = async () => (await value('vitrine_http_request_duration_seconds_bucket', bucket)) ?? 0;
    const before = [await counted(), await timed()] as const;
    await visit(`/api/getfeaturedetail`);
    expect([await counted(), await timed()]).toEqual([before[0] + 1, before[1] + 1]);
  });

  test('renderings: one for a changed page, none for an unchanged one', async () => {
    await visit('/');
    const name = 'vitrine_landing_render_duration_seconds_count';
    const before = (await value(name)) ?? 0;
    await visit('/');
    expect(await value(name)).toBe(before);
    const api = trpcClient(server.address, server.adminToken);
    const [hero] = await api.hero.heading.list.query({});
    if (!hero) throw new Error('no hero');
    await api.hero.heading.save.mutate({ id: hero.id, values: hero });
    await visit('/');
    expect(await value(name)).toBe(before + 1);
  });

  test('pings of servers, and servers by state', async () => {
    const code = 'a-code-of-the-metrics-test';
    await watchedClient(code);
    const online = (await value('vitrine_monitors', '{state="online"}')) ?? 0;
    const recorded = (await value('vitrine_heartbeats_total', '{outcome="recorded"}')) ?? 0;
    const unknown = (await value('vitrine_heartbeats_total', '{outcome="unknown"}')) ?? 0;
    expect((await visit(`/serverhealthstatus/${code}`)).status).toBe(200);
    expect((await visit(`/serverhealthstatus/${code}-not`)).status).toBe(404);
    expect(await value('vitrine_heartbeats_total', '{outcome="recorded"}')).toBe(recorded + 1);
    expect(await value('vitrine_heartbeats_total', '{outcome="unknown"}')).toBe(unknown + 1);
    expect(await value('vitrine_monitors', '{state="online"}')).toBe(online + 1);
  });

  test('unsent rows, by the database and not by the queue', async () => {
    const age = (outbox: string) => value('vitrine_outbox_oldest_seconds', `{outbox="${outbox}"}`);
    expect([await age('sms'), await age('mail'), await age('alarm')]).toEqual([0, 0, 0]);
    const { db } = server.deps;
    await server.deps.queue.pause();
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await db.insert(telephonyMessages).values({
      fromNumber: '+1',
      toNumber: '+2',
      accountSid: 'AC',
      status: 'queued',
      rank: 3,
      createdOn: ago(600),
      delivery: 'waiting',
    });
    const message = { name: 'A', email: 'a@b.example', message: 'Hello' };
    await db.insert(inboxMessages).values([
      { ...message, receivedAt: ago(300) },
      { ...message, receivedAt: ago(900), mailedAt: ago(800) },
    ]);
    const clientId = await watchedClient('a-code-of-the-outbox-test');
    await db
      .insert(healthFlips)
      .values({ clientId, at: ago(1200), status: 'offline', previous: 'online', alarm: 'send' });
    expect(await age('sms')).toBeCloseTo(600, -1);
    expect(await age('mail')).toBeCloseTo(300, -1);
    expect(await age('alarm')).toBeCloseTo(1200, -1);
    await db.delete(telephonyMessages);
    await db.delete(inboxMessages);
    await db.delete(healthFlips);
    await server.deps.queue.resume();
  });

  test('jobs: runs by name and outcome, the queue’s states, parked ones, ticks', async () => {
    const { queue } = server.deps;
    const name = 'purge-sessions';
    await until(
      async () => ((await value('vitrine_job_runs_total', `{job_name="${name}",outcome="completed"}`)) ?? 0) > 0,
    );
    expect(await value('vitrine_job_duration_seconds_count', `{job_name="${name}"}`)).toBeGreaterThan(0);
    // A job of a version that asked for other data: it does not fit and is parked at once.
    const other = runnableJob({
      name: 'send-message',
      data: z.object({ messageId: z.string() }),
      retry: { attempts: 3, backoffSeconds: 1 },
      run: async () => {},
    });
    await queue.enqueue(other, { messageId: 'seven' });
    await until(async () => (await value('vitrine_queue_jobs', '{state="parked"}')) === 1);
    expect(await value('vitrine_job_runs_total', '{job_name="send-message",outcome="parked"}')).toBe(1);
    expect(await unexplainedFailures()).toBe(0);
    const { samples } = await scrape();
    const tick = samples.find((sample) => sample.name === 'vitrine_worker_last_tick_timestamp_seconds');
    expect(tick?.value).toBeCloseTo(Date.now() / 1000, -2);
    expect(await value('vitrine_queue_info', `{driver="${queue.driver}"}`)).toBe(1);

    await queue.pause();
    await queue.enqueue(other, { messageId: 'eight' });
    expect(await value('vitrine_queue_paused')).toBe(1);
    // A job that runs by itself may have become due by now.
    expect(await value('vitrine_queue_jobs', '{state="waiting"}')).toBeGreaterThanOrEqual(1);
    await queue.resume();
  });

  test('an unreadable table removes only its own metrics', async () => {
    await server.store.execute('alter table board_sync rename to board_away');
    const { samples } = await scrape();
    await server.store.execute('alter table board_away rename to board_sync');
    const failed = samples.filter((sample) => sample.name === 'vitrine_scrape_failed' && sample.value === 1);
    expect(failed.map(({ labels }) => labels)).toEqual(['{group="syncs"}']);
    expect(samples.some((sample) => sample.name === 'vitrine_monitors')).toBe(true);
    expect(await value('vitrine_scrape_failed', '{group="syncs"}')).toBe(0);
  });
});

describe('the dashboard', () => {
  const dashboard = readFileSync(join(import.meta.dirname, '../../docs/grafana/vitrine.json'), 'utf8');
  const target = z.object({ refId: z.string(), expr: z.string() });
  const panel = z.object({ title: z.string(), type: z.string(), targets: z.array(target).optional() });
  const { panels } = z.object({ panels: z.array(panel) }).parse(JSON.parse(dashboard));
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  const named = new Set(expressions.match(/\b(?:vitrine|process|nodejs)_\w+/g));

  test('names only metrics that a running product has', async () => {
    const { help } = await scrape();
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !help.has(metricOf(name, help)))).toEqual([]);
  });

  test('gives each query of a panel a letter of its own', () => {
    for (const { title, targets = [] } of panels) {
      const letters = targets.map(({ refId }) => refId);
      expect(new Set(letters).size, title).toBe(letters.length);
    }
  });

  test('shows every metric of ours', async () => {
    const { help } = await scrape();
    const shown = new Set([...named].map((name) => metricOf(name, help)));
    const ours = [...help.keys()].filter((name) => name.startsWith('vitrine_'));
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('who may read it', () => {
  async function statuses(variables: Record<string, string>, calls: readonly Record<string, string>[]) {
    const own = await startTestServer(variables);
    const port = new URL(own.address).port;
    const found: number[] = [];
    for (const headers of calls) found.push((await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status);
    await own.stop();
    return found;
  }
  const forwarded = { 'x-forwarded-for': '127.0.0.1' };
  const token = 'a-token-for-the-scraper';
  const bearer = { authorization: `Bearer ${token}` };

  test('without a token: this machine, but not a proxy on it, whatever it forwards', async () => {
    expect(await statuses({}, [{}, forwarded, { via: '1.1 proxy' }])).toEqual([200, 403, 403]);
    expect(await statuses({ TRUST_PROXY: 'on' }, [{}, forwarded])).toEqual([200, 403]);
  });

  test('without a token, reached from outside: only when proxies are known to say for whom they ask', async () => {
    const PUBLIC_URL = 'https://harbour.example';
    expect(await statuses({ PUBLIC_URL }, [{}])).toEqual([403]);
    expect(await statuses({ PUBLIC_URL, TRUST_PROXY: 'on' }, [{}, forwarded])).toEqual([200, 403]);
  });

  test('with a token: any caller with the token', async () => {
    const calls = [{}, { authorization: 'Bearer a-token-for-the-scrapeR' }, bearer, { ...bearer, ...forwarded }];
    expect(await statuses({ METRICS_TOKEN: token }, calls)).toEqual([401, 401, 200, 200]);
  });

  test('a worker process has a small listener with the same rule', async () => {
    const options = { port: 0, host: '127.0.0.1' };
    const [open, guarded] = await Promise.all([
      startMetricsListener(server.deps, { ...options, token: null }),
      startMetricsListener(server.deps, { ...options, token }),
    ]);
    const ask = (port: number, path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    expect((await ask(open.port, '/metrics', forwarded)).status).toBe(403);
    expect((await ask(guarded.port, '/metrics')).status).toBe(401);
    const answer = await ask(guarded.port, '/metrics', bearer);
    expect(answer.status).toBe(200);
    expect(parseMetrics(await answer.text()).help.has('vitrine_queue_jobs')).toBe(true);
    expect((await ask(open.port, '/healthz')).status).toBe(200);
    expect((await ask(open.port, '/')).status).toBe(404);
    await Promise.all([open.close(), guarded.close()]);
  });
});
