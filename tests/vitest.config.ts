import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..');

/**
 * Test files that keep data in a store and need no browser: they run once on each database. Those about the queue start
 * the servers they need themselves.
 */
function storeTests(): string[] {
  const exclude = ['tests/workers/**', 'tests/jobs/**'];
  return globSync('tests/**/*.test.ts', { cwd: root, exclude }).filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return (
      /'(\.|\.\.\/[\w-]+)\/bed\.ts'|\/fixture\/(server|store)\.ts'/.test(source) && !source.includes('/browser.ts')
    );
  });
}

// Two cores: two workers. Browser tests share the web build that the global set-up makes.
export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // A real browser on a busy machine: wait long for what is expected, it ends as soon as it is there.
    expect: { poll: { timeout: 10_000 } },
    // A run decides whether a change lands; a browser that stalled once is given another chance there, and it is reported.
    retry: process.env.CI ? 2 : 0,
    // A test that leaves something open must not keep the run from ending, but it must be said.
    teardownTimeout: 5_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['tests/**/*.test.ts'],
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/fixture/build-web.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: storeTests(),
          globalSetup: ['tests/fixture/build-web.ts', 'tests/fixture/serve-postgres.ts'],
          setupFiles: ['tests/fixture/use-postgres.ts'],
        },
      },
    ],
  },
});
