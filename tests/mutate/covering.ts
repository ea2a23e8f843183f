import { readFileSync } from 'node:fs';
import type { Mutation } from './mutations.ts';

/** Which functions the tests of one file call, each as `file#function`. */
export interface FileCoverage {
  file: string;
  /** Called while the file loads and in its hooks. */
  hooks: string[];
  tests: { name: string; tookMs: number; called: string[] }[];
}

/** Some tests of some files. */
export interface Selection {
  files: string[];
  names: string[];
}

/** The coverage that tests/mutate/record-coverage.ts wrote. */
export function readCoverage(file: string): FileCoverage[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The quickest tests that call the mutated function: together `budgetMs`, at least one. None if no test calls it. */
export function coveringTests(
  coverage: readonly FileCoverage[],
  { file, inside }: Mutation,
  budgetMs: number,
): Selection {
  const isMutated = (called: string) =>
    inside === '' ? called.startsWith(`${file}#`) : called === `${file}#${inside}`;
  const covering = coverage.flatMap(({ file: testFile, hooks, tests }) => {
    const all = hooks.some(isMutated);
    return tests
      .filter(({ called }) => all || called.some(isMutated))
      .map(({ name, tookMs }) => ({ file: testFile, name, tookMs }));
  });
  let sum = 0;
  const chosen = covering
    .toSorted((one, other) => one.tookMs - other.tookMs)
    .filter(({ tookMs }, index) => {
      sum += tookMs;
      return index === 0 || sum <= budgetMs;
    });
  return { files: [...new Set(chosen.map((test) => test.file))], names: chosen.map(({ name }) => name) };
}
