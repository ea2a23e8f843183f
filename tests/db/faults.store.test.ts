import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import { dialect } from '../../db/dialect.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { type Running, start } from '../../server/start.ts';
import { startJobs } from '../../workers/jobs/index.ts';
import { freePort } from '../fixture/free-port.ts';
import { runProgram } from '../fixture/run-program.ts';
import { makeStore, type Store } from '../fixture/store.ts';

const program = (path: string) => join(import.meta.dirname, '../..', path);
const migrations = dialect === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';

let store: Store;
let server: Running;
/** Ends the process and keeps the store, so that another process can start on it. */
let stopProcess: () => Promise<void>;
beforeEach(async () => {
  store = await makeStore();
  const variables = { ...store.variables, SAMPLE_CONTENT: 'off', ADMIN_PASSWORD: 'correct horse' };
  server = await start(readConfig({ ...variables, PORT: String(await freePort()) }), startJobs);
  let stopped: Promise<void> | undefined;
  stopProcess = () => {
    stopped ??= server.stop();
    return stopped;
  };
});
afterEach(async () => {
  // A damaged database cannot take the last statistics of the process.
  await stopProcess().catch(() => {});
  await store.remove();
});

/** What operators and visitors of the running server see. */
async function state() {
  const [ready, page, metrics] = await Promise.all(
    ['/readyz', '/', '/metrics'].map((path) => fetch(server.address + path)),
  );
  return {
    readyz: ready?.status,
    fault: JSON.parse((await ready?.text()) ?? '').fault,
    metric: /^vitrine_fault\{fault="(.+)"\} 1$/m.exec((await metrics?.text()) ?? '')?.[1],
    page: page?.status,
  };
}

/** Starts a process that must end with one line, and returns the line. */
async function startAgain(variables: Record<string, string> = {}) {
  const PORT = String(await freePort());
  const ended = await runProgram(program('server/main.ts'), [], { ...store.variables, PORT, ...variables });
  expect(ended).toMatchObject({ code: 1, said: '' });
  const [line = '', ...more] = ended.complaint.trim().split('\n');
  expect(more).toEqual([]);
  return line;
}

test('a database of a newer version: the page is served, /readyz and a metric report the fault, a start ends with a line', async () => {
  expect(await state()).toEqual({ readyz: 200, fault: undefined, metric: undefined, page: 200 });
  await store.execute(`insert into ${migrations} (hash, created_at) values ('aa', 4102444800000)`);
  await expect.poll(state, { timeout: 10_000 }).toEqual({ readyz: 503, fault: 'newer', metric: 'newer', page: 200 });
  await stopProcess();
  expect(await startAgain()).toContain('newer version');
  // The next test on this database starts at the known version.
  await store.execute(`delete from ${migrations} where hash = 'aa'`);
});

test('a secret that does not decrypt the stored tokens: reported while running, and a start ends with a line', async () => {
  const other = secretBox(readConfig({ APP_SECRET: 'the secret of another installation' }));
  await server.deps.db.insert(telephonyClients).values({
    projectName: 'Harbour',
    twilioPhoneNumber: '+15005550006',
    phoneNumber: '+4915550001',
    accountSid: `AC${'1'.repeat(32)}`,
    authToken: other.seal('token'),
    isActive: true,
    isDefault: false,
    createdAt: new Date(),
  });
  await expect.poll(state, { timeout: 10_000 }).toEqual({ readyz: 503, fault: 'secret', metric: 'secret', page: 200 });
  await stopProcess();
  expect(await startAgain()).toContain(dialect === 'postgres' ? 'APP_SECRET must be' : 'app-secret must be');
});

test('an emptied database: reported while running, and neither a start nor a backup takes it for a new one', async () => {
  if (dialect === 'sqlite') await truncate(join(store.dataDir, 'vitrine.sqlite'), 0);
  else await store.execute('delete from content_revision');
  await expect.poll(state, { timeout: 10_000 }).toMatchObject({ readyz: 503, fault: 'emptied', page: 200 });
  await stopProcess().catch(() => {});
  // The write-ahead log of the ended process must not bring pages back.
  if (dialect === 'sqlite') await truncate(join(store.dataDir, 'vitrine.sqlite'), 0);
  expect(await startAgain()).toContain('tables are missing or were emptied');
  if (dialect === 'postgres') return store.execute('insert into content_revision (id, revision) values (1, 1)');
  const backup = await runProgram(program('core/commands/backup.ts'), [join(store.dataDir, 'backup')], store.variables);
  expect(backup.code).toBe(1);
  expect(backup.complaint).toMatch(/^[^\n]*tables are missing or were emptied[^\n]*\n$/);
});

describe.runIf(dialect === 'sqlite')('a SQLite file', () => {
  test('that became read-only is reported, and the page is served', async () => {
    await server.deps.db.run(sql`pragma query_only = on`);
    await expect
      .poll(state, { timeout: 10_000 })
      .toEqual({ readyz: 503, fault: 'read-only', metric: 'read-only', page: 200 });
    await server.deps.db.run(sql`pragma query_only = off`);
    await expect.poll(async () => (await state()).readyz, { timeout: 10_000 }).toBe(200);
  });
});
