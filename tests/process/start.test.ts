import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startChildServer } from '../fixture/child-server.ts';
import { freePort } from '../fixture/free-port.ts';
import { programArguments, startOptions } from '../fixture/run-program.ts';
import { makeStore } from '../fixture/store.ts';

const packageJson = z.object({ scripts: z.object({ start: z.string(), server: z.string(), workers: z.string() }) });

/** Packages that a start on SQLite with the embedded queue does not need. */
const unneeded = [
  ...['twilio', 'sharp', 'exceljs', 'nodemailer'],
  ...['pg', 'bullmq', 'ioredis', '@bull-board/api', '@bull-board/fastify'],
  ...['ajv', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
];

test('a start on existing data, up to the rendered page, loads no package that only later requests need', async () => {
  const store = await makeStore();
  try {
    const file = join(store.dataDir, 'loaded.json');
    const port = await freePort();
    const env = {
      ...process.env,
      ...store.variables,
      PORT: String(port),
      SAMPLE_CONTENT: 'off',
      ADMIN_PASSWORD: 'correct horse',
      LOADED_FILES: file,
    };
    const hook = join(import.meta.dirname, 'loaded-child.ts');
    const run = async () => {
      const parameters = ['--import', hook, ...programArguments('server/main.ts')];
      const server = await startChildServer(process.execPath, parameters, port, { env });
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      await server.end('SIGTERM');
      return z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
    };
    await run();
    const loaded = await run();
    // The files were listed.
    expect(loaded.some((path) => path.startsWith('better-sqlite3/'))).toBe(true);
    expect(loaded.filter((path) => unneeded.some((name) => path.startsWith(`${name}/`)))).toEqual([]);
    // Of Drizzle neither the migrator nor the driver and the columns of the other dialect.
    expect(loaded.filter((path) => /^drizzle-orm\/(.*migrator|node-postgres|pg-core\/index)/.test(path))).toEqual([]);
    // Drizzle's ES modules would be a second copy.
    expect(loaded.filter((path) => /^drizzle-orm\/.*\.js$/.test(path))).toEqual([]);
  } finally {
    await store.remove();
  }
});

test('benches, containers and the documented commands start the product with the options of `npm start`', async () => {
  const { scripts } = packageJson.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const [dockerfile, compose, operations] = await Promise.all(
    ['Dockerfile', 'docker-compose.yml', 'docs/operations.md'].map((file) => readFile(file, 'utf8')),
  );
  const web = ['node', ...startOptions, 'server/main.ts'];
  const workers = ['node', ...startOptions, 'workers/main.ts'];
  const listed = (command: string[]) => command.map((part) => `"${part}"`).join(', ');
  for (const command of [scripts.start, scripts.server, operations]) expect(command).toContain(web.join(' '));
  expect(scripts.workers).toBe(workers.join(' '));
  expect(operations).toContain(workers.join(' '));
  for (const file of [dockerfile, compose]) expect(file).toContain(listed(web));
  expect(compose).toContain(listed(workers));
});
