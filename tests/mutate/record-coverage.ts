/**
 * Set-up file of the first run of `npm run mutate`: writes which functions of the product each test calls, a line of JSON
 * for each test file, to the file that COVERAGE_FILE names.
 */
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { FileCoverage } from './covering.ts';

const root = resolve(import.meta.dirname, '../..');
const product = /^(contract|core|db|server|workers)\//;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** The functions called since the last time. */
async function calledFunctions(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const called = new Set<string>();
  for (const { url, functions } of result) {
    const file = relative(root, url.startsWith('file:') ? fileURLToPath(url) : url);
    if (!product.test(file)) continue;
    for (const { functionName, ranges } of functions)
      if (ranges.some(({ count }) => count > 0)) called.add(`${file}#${functionName}`);
  }
  return [...called];
}

const coverage: FileCoverage = { file: '', hooks: [], tests: [] };
let begun = 0;

beforeEach(async () => {
  coverage.hooks.push(...(await calledFunctions()));
  begun = performance.now();
});
afterEach(async ({ task }) => {
  const tookMs = performance.now() - begun;
  coverage.file = relative(root, task.file.filepath);
  coverage.tests.push({ name: task.fullTestName, tookMs, called: await calledFunctions() });
});
afterAll(() => appendFileSync(process.env.COVERAGE_FILE ?? '', `${JSON.stringify(coverage)}\n`));
