import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { type ChildServer, startChildServer } from '../fixture/child-server.ts';
import { freePort } from '../fixture/free-port.ts';
import { programArguments } from '../fixture/run-program.ts';
import { makeStore, type Store } from '../fixture/store.ts';

/** An installation with a server, which stands for the other installation. */
interface Installation {
  store: Store;
  port: number;
  process?: ChildServer;
}

const code = 'code-of-the-other-installation';
let installations: Installation[] = [];
afterEach(async () => {
  for (const { process, store } of installations) {
    await process?.end();
    await store.remove();
  }
});

async function install(): Promise<Installation> {
  const store = await makeStore();
  const { db, close } = await store.open();
  const [heading] = await db
    .insert(clientHeadings)
    .values({ title: 'Clients', subTitle: 'Us', isActive: true })
    .returning();
  const fields = { name: 'The other one', healthCode: code, checkInterval: 'hour', showOnHomePage: false } as const;
  const [client] = await db
    .insert(clients)
    .values({ ...fields, parentId: heading?.id ?? 0, displayOrder: 1, isActive: true })
    .returning();
  await db.insert(healthMonitors).values({
    clientId: client?.id ?? 0,
    code,
    interval: 'hour',
    periodSeconds: 10,
    graceSeconds: 5,
    isActive: true,
    status: 'new',
    statusSince: new Date(),
  });
  await close();
  return { store, port: await freePort() };
}

async function start(own: Installation, other: Installation): Promise<void> {
  const env = {
    ...process.env,
    ...own.store.variables,
    PORT: String(own.port),
    SAMPLE_CONTENT: 'off',
    ADMIN_PASSWORD: 'correct horse',
    WATCHDOG_URL: `http://127.0.0.1:${other.port}/serverhealthstatus/${code}`,
    WATCHDOG_SECONDS: '5',
  };
  const program = programArguments(join(import.meta.dirname, '../../server/main.ts'));
  own.process = await startChildServer(process.execPath, program, own.port, { env });
}

async function statusOfOther({ store }: Installation): Promise<string | undefined> {
  const { db, close } = await store.open();
  const [monitor] = await db.select({ status: healthMonitors.status }).from(healthMonitors);
  await close();
  return monitor?.status;
}

test('two installations watch each other: each is online for the other, and offline soon after it was killed', async () => {
  const [a, b] = await Promise.all([install(), install()]);
  installations = [a, b];
  await start(a, b);
  await start(b, a);
  const within = { timeout: 60_000, interval: 1000 };
  await expect.poll(() => statusOfOther(a), within).toBe('online');
  await expect.poll(() => statusOfOther(b), within).toBe('online');
  await a.process?.end('SIGKILL');
  await expect.poll(() => statusOfOther(b), within).toBe('offline');
  expect(await statusOfOther(a)).toBe('online');
}, 180_000);
