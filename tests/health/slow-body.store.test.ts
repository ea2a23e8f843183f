import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../fakes/clock.ts';
import { makeSetup, type Setup } from './setup.ts';

// Requests run in real time; only the timers are fake.
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

/** Announces a body of 1000 bytes but sends only `sent`; collects the response until the connection ends. */
function ping(code: string, sent: string) {
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

test('a slow body is cut after five seconds; it blocks neither its own connection nor others', async () => {
  const [slow, quick] = [await setup.addServer(), await setup.addServer()];
  const slowOnes = [];
  for (let count = 0; count < 60; count += 1) slowOnes.push((await setup.addServer()).code);
  let arrived = 0;
  setup.app.server.on('request', () => {
    arrived += 1;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, answer } = ping(slow.code, 'disk full');
  for (const code of slowOnes) ping(code, '');
  // The pool of Postgres may have a timer too.
  await vi.waitUntil(() => arrived === 61 && vi.getTimerCount() >= 61, { timeout: 10_000 });

  expect((await setup.ping(quick.code)).statusCode).toBe(200);
  // Further bytes do not extend the time limit.
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
  const [stored] = await setup.pings(slow.id);
  expect(stored?.body).toMatch(/^disk full( on \/var)?$/);
  expect(await setup.monitor(slow.id)).toMatchObject({ status: 'online', pingCount: 1 });
});

test('a connection that breaks during the body records no ping', async () => {
  const { id, code } = await setup.addServer();
  const arrived = once(setup.app.server, 'request');
  const { socket } = ping(code, 'half');
  const [request] = await arrived;
  socket.destroy();
  await until(() => request.socket.destroyed);
  expect((await setup.ping(code)).statusCode).toBe(200);
  expect((await setup.pings(id)).length).toBe(1);
});
