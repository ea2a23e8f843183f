import { defineConfig } from 'vitest/config';

// Two cores: two workers. Browser tests share the web build that the global set-up makes.
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/fixture/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // A real browser on a busy machine: wait long for what is expected, it ends as soon as it is there.
    expect: { poll: { timeout: 10_000 } },
    // A run decides whether a change lands; a browser that stalled once is given another chance there, and it is reported.
    retry: process.env.CI ? 2 : 0,
    // A test that leaves something open must not keep the run from ending, but it must be said.
    teardownTimeout: 5_000,
  },
});
