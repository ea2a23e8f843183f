import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { adminPassword, startTopology, type Topology, type WebProcess } from './topology.ts';

// Two web processes, two workers, one Redis, one PostgreSQL: changes through one replica are visible on the other, and
// killed processes lose and duplicate nothing.

let cluster: Topology;
let token: string;
let database: pg.Client;
let contactId: number;
let callers = 0;

beforeAll(async () => {
  cluster = await startTopology({ variables: { TRUST_PROXY: 'on', LOG_LEVEL: 'info' } });
  database = new pg.Client(cluster.postgres.url('postgres'));
  await database.connect();
  token = await signIn(web(0).address, { userName: 'admin', password: adminPassword });
  contactId = await addContact();
}, 180_000);
afterAll(async () => {
  await database.end();
  await cluster.stop();
}, 60_000);

function web(place: number): WebProcess {
  const found = cluster.web[place % cluster.web.length];
  if (!found) throw new Error('no web process');
  return found;
}

const api = (place: number) => trpcClient(web(place).address, token);

/** Adds an account that the fake Twilio accepts through one replica, and a contact through the other. */
async function addContact(): Promise<number> {
  const account = cluster.twilio.addAccount();
  const numbers = { twilioPhoneNumber: '+15007770001', phoneNumber: '+15007770099' };
  const values = { ...account, ...numbers, projectName: 'Harbour', isActive: true, isDefault: true };
  const { id: parentId } = await api(0).telephony.clients.save.mutate({ values });
  const contact = { twilioPhoneNumber: '+15005551001', friendlyName: 'Mira', isActive: true };
  return (await api(1).telephony.contacts.save.mutate({ parentId, values: contact })).id;
}

async function reached(condition: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not reached in ${seconds} s: ${condition}\n${outputs()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const outputs = () => [...cluster.web, ...cluster.workers].map((process) => process.output().slice(-2000)).join('\n');
const sentTexts = () => cluster.twilio.messages.map(({ body }) => body);
const unfinishedMessages = async () =>
  (await database.query("select id from telephony_messages where delivery in ('waiting', 'handing-over')")).rowCount ??
  0;

/** Calls the replicas in turn until one responds, as a proxy does; the call must be idempotent. */
async function throughAny<Result>(call: (place: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    callers += 1;
    try {
      return await call(callers);
    } catch (error) {
      if (attempt === 10 || !isConnectionLost(error)) throw error;
    }
  }
}

function isConnectionLost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === 'fetch failed' || /ECONNRE|terminated|other side closed/.test(cause.message)) return true;
  }
  return false;
}

function sendTest(text: string): Promise<unknown> {
  return throughAny(async (place) => {
    try {
      await api(place).telephony.contacts.sendTest.mutate({ contactId, text, requestId: text });
    } catch (error) {
      // The first call was stored; only its response was lost with the process.
      if (!(error instanceof Error && error.message.includes('already been sent'))) throw error;
    }
  });
}

test('a save through one replica is visible there at once, and on the other within a second', async () => {
  const heading = (await api(0).features.heading.list.query({}))[0];
  if (!heading) throw new Error('no heading');
  const before = await (await fetch(web(1).address)).text();
  const { title, subTitle, backgroundImage, isActive } = heading;
  const values = { title: 'Two windows, one harbour', subTitle, backgroundImage, isActive };
  expect(before).not.toContain(values.title);
  await api(0).features.heading.save.mutate({ id: heading.id, version: heading.version, values });
  const one = await fetch(web(0).address);
  expect(await one.text()).toContain(values.title);
  const tagOf = async (place: number) => (await fetch(web(place).address)).headers.get('etag');
  await expect.poll(() => tagOf(1), { interval: 20, timeout: 1000 }).toBe(one.headers.get('etag'));
  await api(1).features.heading.save.mutate({ id: heading.id, values: { ...values, title } });
  const restored = await tagOf(1);
  expect(restored).not.toBe(one.headers.get('etag'));
  await expect.poll(() => tagOf(0), { interval: 20, timeout: 1000 }).toBe(restored);
});

test('a session of one replica is valid on the other, and a sign-out ends it on both', async () => {
  const own = await signIn(web(0).address, { userName: 'admin', password: adminPassword });
  const on = (place: number) => trpcClient(web(place).address, own);
  await on(1).features.heading.list.query({});
  await on(1).session.logout.mutate();
  await expect(on(0).features.heading.list.query({})).rejects.toThrow();
});

test('sign-in attempts are counted across replicas', async () => {
  const attempt = async (place: number) => {
    const body = new URLSearchParams({
      grant_type: 'password',
      username: 'nobody',
      password: 'x',
      client_id: 'AdminApp',
    });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    return (await fetch(`${web(place).address}/token`, { method: 'POST', body, headers })).status;
  };
  const statuses = [];
  for (let count = 0; count < 12; count += 1) statuses.push(await attempt(count));
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test('jobs are distributed over the workers, each to one of them', async () => {
  cluster.twilio.answerAfter = 100;
  const texts = Array.from({ length: 30 }, (_, place) => `Spread ${place}`);
  await Promise.all(texts.map(sendTest));
  await reached(() => cluster.twilio.messages.length >= texts.length, 60);
  await reached(async () => (await unfinishedMessages()) === 0, 30);
  expect(sentTexts().toSorted()).toEqual(texts.toSorted());
  for (const worker of cluster.workers) expect(worker.output()).toContain('handing a message over');
}, 120_000);

test('killing a web process and a worker loses and duplicates nothing', async () => {
  const codes = Array.from({ length: 20 }, (_, place) => `code-of-a-server-${place}`);
  const [heading] = await api(0).clients.heading.list.query({});
  if (!heading) throw new Error('no heading');
  for (const healthCode of codes) {
    const values = {
      name: healthCode,
      displayOrder: 9,
      healthCode,
      checkInterval: 'hour',
      logo: null,
      isActive: true,
    } as const;
    await api(0).clients.items.save.mutate({ parentId: heading.id, values });
  }

  const { twilio } = cluster;
  twilio.messages.length = 0;
  twilio.answerAfter = 400;
  const texts = Array.from({ length: 24 }, (_, place) => `Killed ${place}`);
  const [doomedWeb, doomedWorkers] = [cluster.web[0], cluster.workers[0]];
  const killed = reached(() => twilio.messages.length >= 3, 60).then(() =>
    Promise.all([doomedWeb?.end('SIGKILL'), doomedWorkers?.end('SIGKILL')]),
  );
  const acknowledged: string[] = [];
  const ping = async (code: string) => {
    const answer = await throughAny((place) => fetch(`${web(place).address}/serverhealthstatus/${code}`));
    if (answer.ok) acknowledged.push(code);
  };
  for (const [place, text] of texts.entries()) {
    await Promise.all([sendTest(text), ping(codes[place % codes.length] ?? '')]);
    if (place === 8) await killed;
  }
  // Another worker takes a killed worker's job over when its lock expires.
  await reached(async () => twilio.messages.length >= texts.length && (await unfinishedMessages()) === 0, 150);
  expect(sentTexts().toSorted()).toEqual(texts.toSorted());

  const { rows } = await database.query(
    'select c.health_code, m.hits from health_monitors m join clients c on c.id = m.client_id',
  );
  const pings = new Map(rows.map(({ health_code, hits }) => [health_code, Number(hits)]));
  expect(new Set(acknowledged).size).toBe(codes.length);
  for (const code of codes) {
    // An unanswered ping may have been written.
    expect(pings.get(code)).toBeGreaterThanOrEqual(acknowledged.filter((one) => one === code).length);
  }

  cluster.web.splice(0, 1);
  cluster.workers.splice(0, 1);
  await Promise.all([cluster.startWeb(), cluster.startWorkers()]);
  expect((await fetch(web(1).address)).status).toBe(200);
}, 240_000);

test('while Redis is unavailable the web serves and stores; the stored work is done when Redis is back', async () => {
  const { redis, twilio } = cluster;
  twilio.messages.length = 0;
  twilio.answerAfter = 0;
  await redis.kill();
  const [page, beat] = await Promise.all([
    fetch(web(0).address),
    fetch(`${web(1).address}/serverhealthstatus/code-of-a-server-0`),
    sendTest('Stored without Redis'),
  ]);
  expect([page.status, beat.status]).toEqual([200, 200]);
  await redis.restart();
  await reached(() => twilio.messages.length === 1, 150);
  expect(sentTexts()).toEqual(['Stored without Redis']);
}, 200_000);

test('processes stop cleanly within ten seconds', async () => {
  const startedAt = Date.now();
  const codes = await Promise.all([...cluster.web, ...cluster.workers].map((process) => process.end('SIGTERM')));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});
