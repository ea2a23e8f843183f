import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../fakes/clock.ts';
import { makeSetup, type Setup } from './setup.ts';

// The wait for a body is real time; only its timers are the test's.
let setup: Setup;
let port: number;
const sockets: Socket[] = [];
beforeEach(async () => {
  setup = await makeSetup();
  port = Number(new URL(await setup.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await setup.remove();
});

/** Announces a body of 1000 bytes and sends only these; returns what comes back until the connection ends. */
function report(code: string, sent: string) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const answer = { text: '', isClosed: false };
  socket.on('data', (bytes) => {
    answer.text += bytes;
  });
  socket.on('close', () => {
    answer.isClosed = true;
  });
  socket.write(`POST /serverhealthstatus/${code} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n${sent}`);
  return { socket, answer };
}

test('a body that comes too slowly is what arrived in five seconds; it holds neither its connection nor others up', async () => {
  const [slow, quick] = [await setup.addServer(), await setup.addServer()];
  const slowOnes = [];
  for (let count = 0; count < 60; count += 1) slowOnes.push((await setup.addServer()).code);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, answer } = report(slow.code, 'disk full');
  for (const code of slowOnes) report(code, '');
  await vi.waitUntil(() => vi.getTimerCount() === 61, { timeout: 10_000 });

  expect((await setup.hit(quick.code)).statusCode).toBe(200);
  // Another byte now and then does not buy more time.
  vi.advanceTimersByTime(4000);
  socket.write(' on /var');
  await new Promise((resolve) => setImmediate(resolve));
  expect(answer.text).toBe('');
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await until(() => answer.isClosed);
  expect(answer.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer.text.toLowerCase()).toContain('connection: close');
  expect(answer.text).toMatch(/OK$/);
  const [hit] = await setup.hits(slow.id);
  expect(hit?.body).toMatch(/^disk full( on \/var)?$/);
  expect(await setup.monitor(slow.id)).toMatchObject({ status: 'online', hits: 1 });
});

test('a connection that breaks in the middle of a body reports nothing', async () => {
  const { id, code } = await setup.addServer();
  const arrived = once(setup.app.server, 'request');
  const { socket } = report(code, 'half');
  const [request] = await arrived;
  socket.destroy();
  await until(() => request.socket.destroyed);
  expect((await setup.hit(code)).statusCode).toBe(200);
  expect((await setup.hits(id)).length).toBe(1);
});
