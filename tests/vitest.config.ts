import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './fixture/longest-first.ts';

const root = join(import.meta.dirname, '..');

/** What a test imports that drives a browser. */
const browserFixture = /\/fixture\/(browser|office-and-visitor)\.ts'/;

/** Test files outside of `apart` whose source has what is looked for, and that need no browser. */
function filesWith(wanted: RegExp): string[] {
  return globSync('tests/**/*.test.ts', { cwd: root, exclude: apart }).filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return wanted.test(source) && !browserFixture.test(source);
  });
}

/** Tests that start the servers they need themselves: they run once. */
const apart = ['tests/cluster/**', 'tests/queue/**', 'tests/jobs/**', 'tests/container/**'];
/** Tests that keep data in a store: they run once on each database. */
const storeTests = filesWith(/'(\.|\.\.\/[\w-]+)\/bed\.ts'|\/fixture\/(server|store)\.ts'/);
/** Tests of the whole product with its own queue and limits, but for those that start a Redis or need no queue. */
const productTests = filesWith(/\/fixture\/server\.ts'/).filter(
  (file) => !/(shared-limits|found|landing)\.test\.ts$/.test(file),
);

/** Tests that drive a real Chromium: each keeps a core busy. */
const browserTests = globSync('tests/**/*.test.ts', { cwd: root }).filter((file) =>
  browserFixture.test(readFileSync(join(root, file), 'utf8')),
);

/** Many of these wait for what takes real time: on two cores six run together. */
const together = { maxWorkers: 6, sequence: { groupOrder: 0 } };

// Each run starts its own PostgreSQL; browser tests share the web build that the first set-up makes.
export default defineConfig({
  test: {
    root,
    // As the programs of the product start: most of what a test file imports is then there in half the time.
    execArgv: ['--import', join(root, 'tests/fixture/fast-start.ts')],
    // A process that runs tests keeps what it has imported from one file to the next, which is a fifth of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // A real browser on a busy machine: wait long for what is expected, it ends as soon as it is there.
    expect: { poll: { timeout: 10_000 } },
    // A run decides whether a change lands; a browser that stalled once is given another chance there, and it is reported.
    retry: process.env.CI ? 1 : 0,
    // A test that leaves something open must not keep the run from ending, but it must be said.
    teardownTimeout: 5_000,
    projects: [
      {
        extends: true,
        test: {
          ...together,
          // SQLite and the embedded queue; and what chooses for itself.
          name: 'sqlite',
          include: ['tests/**/*.test.ts'],
          exclude: browserTests,
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/fixture/build-web.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...together,
          // The product's queue is BullMQ on Postgres there.
          name: 'postgres',
          include: storeTests,
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-postgres.ts'],
          setupFiles: ['tests/fixture/use-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...together,
          name: 'postgres+redis',
          include: productTests,
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-postgres.ts'],
          setupFiles: ['tests/fixture/use-postgres.ts', 'tests/fixture/use-redis.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browserTests,
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-sample.ts'],
          setupFiles: ['tests/fixture/use-sample.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
