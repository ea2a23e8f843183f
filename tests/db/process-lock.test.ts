import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { lockFolder } from '../../db/sqlite/process-lock.ts';
import { type ChildServer, startChildServer } from '../fixture/child-server.ts';
import { freePort } from '../fixture/free-port.ts';
import { programArguments, runProgram } from '../fixture/run-program.ts';
import { makeStore, type Store } from '../fixture/store.ts';

const program = (path: string) => join(import.meta.dirname, '../..', path);

let store: Store;
let first: ChildServer;
let variables: Record<string, string>;
beforeEach(async () => {
  store = await makeStore();
  variables = { ...store.variables, SAMPLE_CONTENT: 'off', ADMIN_PASSWORD: 'correct horse' };
  first = await startServer();
});
afterEach(async () => {
  await first.end();
  await store.remove();
});

async function startServer(): Promise<ChildServer> {
  const port = await freePort();
  const env = { ...process.env, ...variables, PORT: String(port) };
  return startChildServer(process.execPath, programArguments(program('server/main.ts')), port, { env });
}

test('a second process on the folder ends with one line, and kill -9 of the first frees the folder', async () => {
  for (const parameters of [[], ['--web-only']]) {
    const second = await runProgram(program('server/main.ts'), parameters, {
      ...variables,
      PORT: String(await freePort()),
    });
    expect(second).toMatchObject({ code: 1, said: '' });
    expect(second.complaint).toMatch(/^DATA_DIR [^\n]+ is in use by another process of the product[^\n]*\n$/);
  }
  await first.end('SIGKILL');
  first = await startServer();
});

test('beside the running process db:backup and secrets:rotate work, and db:restore is refused, for a damaged file too', async () => {
  const backup = join(store.dataDir, 'backup.sqlite');
  expect(await runProgram(program('core/commands/backup.ts'), [backup], variables)).toMatchObject({ code: 0 });
  expect(await runProgram(program('core/commands/rotate-secrets.ts'), [], variables)).toMatchObject({ code: 0 });
  const restore = () => runProgram(program('core/commands/restore.ts'), [backup], variables);
  expect(await restore()).toMatchObject({ code: 1, complaint: expect.stringContaining('is in use') });
  await writeFile(join(store.dataDir, 'vitrine.sqlite'), 'not a database any more');
  expect(await restore()).toMatchObject({ code: 1, complaint: expect.stringContaining('is in use') });
  await first.end('SIGKILL');
  expect(await restore()).toMatchObject({ code: 0 });
  first = await startServer();
});

test('processes that share their jobs in Redis share the folder, and keep out a process that does not', async () => {
  await first.end();
  const { dataDir } = readConfig(variables);
  const unlock = [lockFolder(dataDir, 'several processes'), lockFolder(dataDir, 'several processes')];
  expect(() => lockFolder(dataDir, 'one process')).toThrow('in use by another process');
  for (const release of unlock) release();
  lockFolder(dataDir, 'one process')();
  await rm(join(dataDir, 'vitrine.lock'));
});
