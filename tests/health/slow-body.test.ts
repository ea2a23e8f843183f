import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../fakes/clock.ts';
import { type Bed, makeBed } from './bed.ts';

// The wait for a body is real time; only its timers are the test's.
let bed: Bed;
let port: number;
const sockets: Socket[] = [];
beforeEach(async () => {
  bed = await makeBed();
  port = Number(new URL(await bed.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await bed.remove();
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
  const [slow, quick] = [await bed.addServer(), await bed.addServer()];
  const slowOnes = [];
  for (let count = 0; count < 60; count += 1) slowOnes.push((await bed.addServer()).code);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, answer } = report(slow.code, 'disk full');
  for (const code of slowOnes) report(code, '');
  await vi.waitUntil(() => vi.getTimerCount() === 61, { timeout: 10_000 });

  expect((await bed.hit(quick.code)).statusCode).toBe(200);
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
  const [hit] = await bed.hits(slow.id);
  expect(hit?.body).toMatch(/^disk full( on \/var)?$/);
  expect(await bed.monitor(slow.id)).toMatchObject({ status: 'online', hits: 1 });
});

test('a connection that breaks in the middle of a body reports nothing', async () => {
  const { id, code } = await bed.addServer();
  const arrived = once(bed.app.server, 'request');
  const { socket } = report(code, 'half');
  const [request] = await arrived;
  socket.destroy();
  await until(() => request.socket.destroyed);
  expect((await bed.hit(code)).statusCode).toBe(200);
  expect((await bed.hits(id)).length).toBe(1);
});
