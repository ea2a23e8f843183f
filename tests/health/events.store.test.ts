import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientHeadings } from '../../db/schema/clients.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';

const codes = { own: 'code-of-an-own-server', other: 'code-of-another-server' };

let server: TestServer;
let own: number;
let other: number;
let miraToken: string;
let editorToken: string;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
  miraToken = (await addSignedIn(server.deps, 'Client', { telephonyClientId: 7 })).token;
  editorToken = (await addSignedIn(server.deps, 'Editor')).token;
  const api = trpcClient(server.address, server.adminToken);
  const [heading] = await server.deps.db.select().from(clientHeadings);
  const save = async (name: string, healthCode: string, telephonyClientId: number | null) => {
    const values = { name, healthCode, telephonyClientId, displayOrder: 1, checkInterval: 'hour' } as const;
    const all = { ...values, logo: null, isActive: true, showOnHomePage: true };
    return (await api.clients.items.save.mutate({ parentId: heading?.id ?? 1, values: all })).id;
  };
  own = await save('Own', codes.own, 7);
  other = await save('Other', codes.other, null);
});
let isStopped = false;
afterAll(async () => {
  if (!isStopped) await server.stop();
});

const ping = (path: string) => fetch(`${server.address}/serverhealthstatus/${path}`);

/** Opens a stream; `next` waits for its next event, `over` for its end. */
async function follow(token: string, ids: readonly number[] = []) {
  const abort = new AbortController();
  const query = ids.length > 0 ? `?ids=${ids.join(',')}` : '';
  const response = await fetch(`${server.address}/api/health/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    async next(): Promise<string | undefined> {
      for (;;) {
        text = text.replace(/^(:\n\n)+/, '');
        const found = /^event: (\w+)\ndata:\n\n/.exec(text);
        if (found) {
          text = text.slice(found[0].length);
          return found[1];
        }
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
        if (done) return undefined;
        text += value;
      }
    },
    leave: () => abort.abort(),
  };
}

test('a stream is ready, then reports pings of its servers and changes of status', async () => {
  const stream = await follow(server.adminToken, [own, other]);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  expect(await stream.next()).toBe('ready');
  await ping(codes.own);
  expect(await stream.next()).toBe('states');
  await ping(`${codes.own}/start`);
  expect(await stream.next()).toBe('pings');
  await ping(`${codes.own}/fail`);
  expect(await stream.next()).toBe('states');
  stream.leave();
});

test('a client is notified of the servers of its account alone, also if it asks for others', async () => {
  const stream = await follow(miraToken, [own, other]);
  expect(await stream.next()).toBe('ready');
  const admin = await follow(server.adminToken, [other]);
  expect(await admin.next()).toBe('ready');
  await ping(codes.other);
  expect(await admin.next()).toBe('states');
  await ping(`${codes.other}/start`);
  expect(await admin.next()).toBe('pings');
  // The first event of the client is that of its own server.
  await ping(`${codes.own}/7`);
  expect(await stream.next()).toBe('pings');
  stream.leave();
  admin.leave();
});

test('visitors, users without permission, and malformed ids are refused', async () => {
  expect((await fetch(`${server.address}/api/health/events`)).status).toBe(401);
  expect((await follow(editorToken)).response.status).toBe(403);
  const ask = (ids: string) =>
    fetch(`${server.address}/api/health/events?ids=${ids}`, {
      headers: { authorization: `Bearer ${server.adminToken}` },
    });
  for (const ids of ['x', '1,,2', '-1', Array.from({ length: 101 }, (_, id) => id + 1).join(',')])
    expect((await ask(ids)).status).toBe(400);
});

test('a user has at most twenty streams, and a closed one makes room', async () => {
  const { token } = await addSignedIn(server.deps, 'Client', { userName: 'many windows', telephonyClientId: 7 });
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(token)));
  expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
  const refused = await follow(token);
  expect(refused.response.status).toBe(429);
  expect(refused.response.headers.get('retry-after')).toBe('15');
  streams[0]?.leave();
  await expect
    .poll(async () => {
      const again = await follow(token);
      again.leave();
      return again.response.status;
    })
    .toBe(200);
  for (const stream of streams) stream.leave();
});

test('a stream ends with its session, and open streams do not delay the stop of the server', async () => {
  const [ended, open] = [await follow(miraToken), await follow(server.adminToken)];
  expect(await ended.next()).toBe('ready');
  expect(await open.next()).toBe('ready');
  const [mira] = await server.deps.db.select().from(users).where(eq(users.userName, 'client'));
  await server.deps.db.delete(sessions).where(eq(sessions.userId, mira?.id ?? 0));
  expect(await ended.next()).toBe(undefined);
  const startedAt = performance.now();
  isStopped = true;
  await server.stop();
  expect(await open.next()).toBe(undefined);
  expect(performance.now() - startedAt).toBeLessThan(5000);
}, 40_000);
