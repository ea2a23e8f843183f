import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../fakes/clock.ts';
import { type ChildServer, startChildServer } from '../fixture/child-server.ts';
import { freePort } from '../fixture/free-port.ts';
import { programArguments } from '../fixture/run-program.ts';
import { makeStore, type Store } from '../fixture/store.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup, type Setup } from '../inbox/setup.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends the beginning of a request and collects the response. */
function send(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const answer = { text: '', isClosed: false };
  socket.on('data', (bytes) => {
    answer.text += bytes;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    answer.isClosed = true;
  });
  socket.write(text);
  return answer;
}

const post = (path: string, length: number, headers = '') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}\r\n`;

describe('bodies', () => {
  let setup: Setup;
  let port: number;
  let token: string;
  beforeAll(async () => {
    setup = await makeSetup();
    port = Number(new URL(await setup.app.listen({ port: 0, host: '127.0.0.1' })).port);
    token = (await addSignedIn(setup.deps, 'Admin')).token;
  });
  afterAll(() => setup.remove());

  const message = { name: 'Ann', email: 'ann@example.org', message: 'Do you ship?' };
  const call = (url: string, payload: string, headers: Record<string, string> = {}) =>
    setup.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });
  const padded = (length: number) => JSON.stringify({ ...message, website: '', padding: 'x'.repeat(length) });

  test.each([
    '/api/sendemail',
    '/api/subscribe',
    '/token',
    '/api/users/login',
    '/api/twilio/incoming',
    '/trpc/inbox.send',
  ])('without a session %s refuses more than 32 KB with 413, unread', async (path) => {
    const answer = send(port, post(path, 32_769));
    await until(() => answer.isClosed);
    expect(answer.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.text.toLowerCase()).toContain('connection: close');
  });

  test('a path that needs a session answers 401 before the body arrives', async () => {
    for (const path of ['/api/savecompany', '/api/images', '/api/changepassword']) {
      const answer = send(port, post(path, 1_000_000));
      await until(() => answer.text !== '');
      expect(answer.text).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  test('tRPC reads up to a megabyte with a session, and refuses chunked bodies without one', async () => {
    const authorization = `Bearer ${token}`;
    expect((await call('/trpc/inbox.send', padded(32_000))).statusCode).toBe(200);
    expect((await call('/trpc/inbox.send', padded(33_000))).statusCode).toBe(413);
    expect((await call('/trpc/inbox.send', padded(33_000), { authorization: 'Bearer nonsense' })).statusCode).toBe(413);
    expect((await call('/trpc/inbox.send', padded(900_000), { authorization })).statusCode).toBe(200);
    expect((await call('/trpc/inbox.send', padded(1_000_000), { authorization })).statusCode).toBe(413);
    const chunked =
      'POST /trpc/inbox.send HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n';
    const answer = send(port, chunked);
    await until(() => answer.isClosed);
    expect(answer.text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('tRPC accepts JSON only: a multipart body would be read without a limit', async () => {
    const answer = await call('/trpc/inbox.send', '--x--', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(answer.statusCode).toBe(415);
  });

  test('deeply nested JSON is refused; brackets in a text are no nesting', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const withDepth = (depth: number) =>
      `{"name":"Ann","email":"ann@example.org","message":"Hello","extra":${nested(depth)}}`;
    for (const path of ['/api/sendemail', '/trpc/inbox.send']) {
      expect((await call(path, withDepth(31))).statusCode).toBe(200);
      const refused = await call(path, withDepth(32));
      expect([refused.statusCode, refused.json().Message]).toEqual([
        400,
        'The body may be nested at most 32 levels deep',
      ]);
      expect((await call(path, '['.repeat(30_000))).statusCode).toBe(400);
    }
    const text = `${'['.repeat(100)} \\" ${'{'.repeat(100)} \\\\`;
    expect((await call('/api/sendemail', JSON.stringify({ ...message, message: text }))).statusCode).toBe(200);
    const input = encodeURIComponent('['.repeat(1000));
    expect((await setup.app.inject(`/trpc/promo.published?input=${input}`)).statusCode).toBe(400);
  });

  test('a connection that sends nothing more is closed, and the number of connections is limited', async () => {
    const { server } = setup.app;
    expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 15_000]);
    const opened: Socket[] = [];
    let closed = 0;
    const open = (count: number) => {
      for (let number = 0; number < count; number += 1) {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.resume().on('close', () => {
          closed += 1;
        });
        opened.push(socket);
      }
    };
    const accepted = () => promisify(server.getConnections.bind(server))();
    // In batches, because the system queues a few hundred connections only.
    for (let batch = 1; batch <= 10; batch += 1) {
      open(190);
      await until(async () => (await accepted()) >= batch * 190);
    }
    open(200);
    await until(() => closed >= 100);
    expect(await accepted()).toBe(2000);
    for (const socket of opened) socket.destroy();
    await until(async () => (await accepted()) < 10);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

describe('a server process under 250 stalled uploads', () => {
  let store: Store;
  let server: ChildServer;
  let port: number;
  beforeAll(async () => {
    store = await makeStore();
    port = await freePort();
    const env = {
      ...process.env,
      ...store.variables,
      PORT: String(port),
      SAMPLE_CONTENT: 'off',
      ADMIN_PASSWORD: 'correct horse',
    };
    const main = join(import.meta.dirname, '../../server/main.ts');
    server = await startChildServer(process.execPath, programArguments(main), port, { env });
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  });
  afterAll(async () => {
    await server.end();
    await store.remove();
  });

  /** Resident memory of the server, in megabytes. */
  const memory = () => {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };

  test.each([2_100_000, 32_000])('each of %i bytes: memory stays, and the page is served', async (length) => {
    const before = memory();
    const body = Buffer.alloc(length - 1000, 'x');
    for (let number = 0; number < 250; number += 1) {
      send(port, post('/trpc/inbox.send', length));
      sockets.at(-1)?.write(body);
    }
    let peak = 0;
    for (let second = 0; second < 3; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      peak = Math.max(peak, memory());
    }
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(peak - before).toBeLessThan(60);
  });
});
