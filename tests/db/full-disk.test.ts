import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ChildServer, startChildServer } from '../fixture/child-server.ts';
import { freePort } from '../fixture/free-port.ts';
import { programArguments, runProgram } from '../fixture/run-program.ts';
import { signIn } from '../fixture/server.ts';
import { mountSmallDisk } from '../fixture/small-disk.ts';

const program = (path: string) => join(import.meta.dirname, '../..', path);
const user = { userName: 'admin', password: 'correct horse' };

// Null where this user may not mount, for example in a container.
const disk = mountSmallDisk();
let server: ChildServer | undefined;
let address: string;
const variables = {
  DATA_DIR: join(disk?.folder ?? '', 'data'),
  DATABASE_URL: '',
  REDIS_URL: '',
  SAMPLE_CONTENT: 'off',
  ADMIN_PASSWORD: user.password,
  LOG_LEVEL: 'silent',
};
beforeAll(async () => {
  if (disk) await startServer();
});
afterEach(() => disk?.free());
afterAll(async () => {
  await server?.end();
  disk?.remove();
});

async function startServer(): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, ...variables, PORT: String(port) };
  server = await startChildServer(process.execPath, programArguments(program('server/main.ts')), port, { env });
  address = `http://127.0.0.1:${port}`;
}

const statusOf = async (path: string) => (await fetch(address + path)).status;
const readiness = async () => (await fetch(`${address}/readyz`)).json();
const isSoon = (value: unknown) => expect.poll(readiness, { timeout: 15_000 }).toEqual(value);
const ready = { status: 'ready' };
const full = { status: 'not ready', fault: 'full' };

async function expectReads(): Promise<void> {
  for (const path of ['/', '/api/getallplandetail', '/healthz'])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  const metrics = await (await fetch(`${address}/metrics`)).text();
  expect(metrics).toContain('vitrine_fault{fault="full"} 1');
}

test.runIf(disk)(
  'with a full disk reads are served, /readyz answers 503, and everything recovers with room',
  async () => {
    await isSoon(ready);
    disk?.fill();
    await isSoon(full);
    await expectReads();
    disk?.free();
    await isSoon(ready);
    expect(await signIn(address, user)).not.toBe('');
  },
);

test.runIf(disk)(
  'the server starts on a full disk, after a kill and after a clean end, and works once there is room',
  async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await isSoon(ready);
      // A clean end on a full disk leaves a write-ahead log with room for further writes.
      if (signal === 'SIGTERM') await server?.end(signal);
      disk?.fill();
      if (signal === 'SIGKILL') await server?.end(signal);
      await startServer();
      await isSoon(full);
      await expectReads();
      disk?.free();
      await isSoon(ready);
      expect(await signIn(address, user)).not.toBe('');
      // The jobs run: their worker reports itself.
      const metrics = async () => (await fetch(`${address}/metrics`)).text();
      await expect.poll(metrics, { timeout: 15_000 }).toContain('vitrine_worker_last_tick_timestamp_seconds{');
    }
  },
);

test.runIf(disk)('a first start and a backup on a full disk end with one line', async () => {
  await server?.end('SIGTERM');
  const target = join(disk?.folder ?? '', 'backup');
  disk?.fill();
  const backup = await runProgram(program('core/commands/backup.ts'), [target], variables);
  const DATA_DIR = join(disk?.folder ?? '', 'other');
  const start = await runProgram(program('server/main.ts'), [], {
    ...variables,
    DATA_DIR,
    PORT: String(await freePort()),
  });
  for (const ended of [backup, start]) {
    expect(ended).toMatchObject({ code: 1, said: '' });
    expect(ended.complaint).toMatch(/^[^\n]*its disk is full[^\n]*\n$/);
  }
});
