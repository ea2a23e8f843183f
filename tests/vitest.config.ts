import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepDataInMemory } from './fixture/data-in-memory.ts';
import { LongestFirst } from './fixture/longest-first.ts';
import { SecondAttempts } from './fixture/second-attempts.ts';

const root = join(import.meta.dirname, '..');

keepDataInMemory();

/*
 * The suffix of a file says where its tests run:
 *   name.test.ts          once, on SQLite; a test that needs another server starts that server itself
 *   name.store.test.ts    on each database: the tests keep data in a store
 *   name.product.test.ts  on each database and with Redis: the whole product with its own queue and limits
 *   name.dom.test.tsx     once, in a document of this process: small behaviours of screens, quicker than Chromium
 *   name.browser.test.ts  once, in Chromium
 */
const productTests = 'tests/**/*.product.test.ts';
const storeTests = 'tests/**/*.store.test.ts';
const domTests = 'tests/**/*.dom.test.tsx';
const browserTests = 'tests/**/*.browser.test.ts';

/** Some of these tests wait for real time to pass, and the data is in memory: five files keep two cores busy. */
const fiveWorkers = { maxWorkers: 5, sequence: { groupOrder: 0 } };

// Each run starts its own PostgreSQL; browser tests share the web build of the first set-up.
export default defineConfig({
  test: {
    root,
    // Same start-up as the product's programs: halves the import time of a test file.
    execArgv: ['--import', join(root, 'tests/fixture/fast-start.ts')],
    // A test process keeps its imports from one file to the next, which saves a fifth of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // A browser on a busy machine is slow: poll for long, the poll ends as soon as the expectation holds.
    expect: { poll: { timeout: 10_000 } },
    // A CI run decides whether a change lands: a browser that stalled once gets a second attempt, which the report names.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', new SecondAttempts()],
    // The first run of `npm run mutate` learns which tests call which functions.
    setupFiles: process.env.COVERAGE_FILE ? ['tests/mutate/record-coverage.ts'] : [],
    // A test that leaves a handle open does not block the end of the run, but Vitest reports the handle.
    teardownTimeout: 5_000,
    projects: [
      {
        extends: true,
        test: {
          ...fiveWorkers,
          // SQLite and the embedded queue, unless a test chooses its own servers.
          name: 'sqlite',
          include: ['tests/**/*.test.ts'],
          exclude: [browserTests],
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/fixture/build-web.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...fiveWorkers,
          // The queue is BullMQ on PostgreSQL.
          name: 'postgres',
          include: [storeTests, productTests],
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-postgres.ts'],
          setupFiles: ['tests/fixture/use-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...fiveWorkers,
          name: 'postgres+redis',
          include: [productTests],
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-postgres.ts'],
          setupFiles: ['tests/fixture/use-postgres.ts', 'tests/fixture/use-redis.ts'],
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...fiveWorkers,
          name: 'dom',
          include: [domTests],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          // A file has a window of its own, which the modules of the back office keep.
          isolate: true,
          // React as visitors get it: its development build takes half as long again.
          env: { DATABASE_URL: '', NODE_ENV: 'production' },
          globalSetup: ['tests/fixture/build-web.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browserTests],
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-sample.ts'],
          setupFiles: ['tests/fixture/use-sample.ts'],
          // Each Chromium uses more than one core.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
