import { defineConfig } from 'vitest/config';

// Two cores: two workers. Browser tests share the web build that the global set-up makes.
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/fixture/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 30_000,
    // A test that leaves something open must not keep the run from ending, but it must be said.
    teardownTimeout: 5_000,
  },
});
