/**
 * `npm run mutate -- [area…] [--sample 20] [--seed 1] [--minutes 10] [--only core/telephony/scope.ts]`
 *
 * Puts small faults into a copy of the product, one at a time, runs the tests of their area and lists the faults that no
 * test noticed. Ends with 1 if fewer than 85 % were noticed. Takes a sample of the faults of each area; 0 takes all.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areas } from './areas.ts';
import { coveringTests, readCoverage } from './covering.ts';
import { type EquivalentFault, equivalentFaults } from './equivalent.ts';
import { applied, type Mutation, mutationsOf } from './mutations.ts';
import { type Run, runTests } from './run-tests.ts';

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string' },
  },
});
/** Entries of tests/mutate/equivalent.ts that fit a mutation. */
const usedFaults = new Set<EquivalentFault>();
const wantedShare = 0.85;
/** Length of the first run of the tests that call a mutated function, by their times without a fault. */
const quickRunMs = 5000;
const endsAt = Date.now() + Number(values.minutes) * 60_000;

/** Copies the product, so that faults never reach the working tree. */
function copyProduct(): string {
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-mutate-'));
  for (const name of readdirSync(root))
    if (!['.git', 'node_modules', 'data'].includes(name))
      cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The mutations of an area, in an order that depends on the seed alone. */
function mutationsIn({ sources }: Area): Mutation[] {
  const files = sources.flatMap((source) => {
    if (!statSync(join(root, source)).isDirectory()) return [source];
    return readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(source, name));
  });
  const random = randomNumbers(Number(values.seed));
  return files
    .filter((file) => values.only === undefined || file === values.only)
    .flatMap((file) => mutationsOf(file, readFileSync(join(root, file), 'utf8')))
    .filter((mutation) => !isEquivalent(mutation))
    .map((mutation) => ({ mutation, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ mutation }) => mutation);
}

/** Numbers from 0 to 1, the same for the same seed (the generator "mulberry32"). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** True if the failed test files pass without the fault, or if no file is known because the run took too long. */
async function passesAlone(output: string, projects: readonly string[]): Promise<boolean> {
  const failed = new Set(Array.from(output.matchAll(/ FAIL .*?(tests\/\S+\.tsx?)/g), ([, file = '']) => file));
  if (failed.size === 0) return true;
  return (await runTests({ folder: copy, projects, tests: [...failed], timeoutMs: 600_000 })).passed;
}

/** True if a run of tests fails because of the mutation. Leaves the file of the copy as it was. */
async function isNoticed(run: Run, mutation: Mutation): Promise<boolean> {
  const file = join(copy, mutation.file);
  const text = readFileSync(file, 'utf8');
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    writeFileSync(file, applied(text, mutation));
    const { passed, output } = await runTests(run);
    writeFileSync(file, text);
    if (passed) return false;
    // On a busy machine a test may fail for want of time.
    if (await passesAlone(output, run.projects)) return true;
  }
  return false;
}

/** Tests a sample of an area's mutations; returns how many were noticed, and how many there were. */
async function mutate(name: string, area: Area): Promise<{ noticed: number; tried: number }> {
  const all = mutationsIn(area);
  const sample = Number(values.sample) === 0 ? all : all.slice(0, Number(values.sample));
  const coverageFile = join(copy, `coverage-of-${name}`);
  const run: Run = { folder: copy, projects: area.projects ?? ['sqlite'], tests: area.tests, timeoutMs: 600_000 };
  const begun = Date.now();
  const { passed, output } = await runTests({ ...run, coverageFile });
  if (!passed) throw new Error(`The tests of ${name} fail without a fault: mend them first\n${output}`);
  const wholeRun = { ...run, timeoutMs: 3 * (Date.now() - begun) + 20_000 };
  const coverage = readCoverage(coverageFile);
  let [noticed, tried] = [0, 0];
  for (const mutation of sample) {
    if (Date.now() > endsAt) break;
    tried += 1;
    // The tests that call the function come first, because they notice most faults in a few seconds.
    const { files, names } = coveringTests(coverage, mutation, quickRunMs);
    const quickRun = { ...run, tests: files, names, timeoutMs: 60_000 };
    if ((names.length > 0 && (await isNoticed(quickRun, mutation))) || (await isNoticed(wholeRun, mutation)))
      noticed += 1;
    else print(`  unnoticed  ${description(mutation)}`);
  }
  print(`${name}: ${noticed} of ${tried} faults noticed, of ${all.length} possible ones`);
  return { noticed, tried };
}

function description({ file, line, start, end, replacement }: Mutation): string {
  const text = readFileSync(join(root, file), 'utf8');
  return `${file}:${line}  ${shown(text.slice(start, end))}  →  ${shown(replacement)}`;
}

/** True if tests/mutate/equivalent.ts lists the mutation. */
function isEquivalent({ file, line, start, end, replacement }: Mutation): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  const found = equivalentFaults.find(
    (fault) =>
      fault.file === file &&
      fault.line === text.split('\n')[line - 1]?.trim() &&
      fault.code === shown(text.slice(start, end)) &&
      fault.replacement === shown(replacement),
  );
  if (found) usedFaults.add(found);
  return found !== undefined;
}

function shown(code: string): string {
  return code === '' ? '(nothing)' : code.replace(/\s+/g, ' ').slice(0, 100);
}

const unknown = positionals.filter((name) => !(name in areas));
if (unknown.length > 0) throw new Error(`No such area: ${unknown.join(', ')}. Areas: ${Object.keys(areas).join(', ')}`);
const copy = copyProduct();
process.once('SIGINT', () => process.exit(1));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
let [noticed, tried] = [0, 0];
for (const [name, area] of Object.entries(areas)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const result = await mutate(name, area);
  noticed += result.noticed;
  tried += result.tried;
}
if (positionals.length === 0 && values.only === undefined)
  for (const fault of equivalentFaults.filter((one) => !usedFaults.has(one)))
    print(`tests/mutate/equivalent.ts: no such code in ${fault.file}: ${fault.line}`);
print(`${noticed} of ${tried} faults noticed (${Math.round((100 * noticed) / tried)} %)`);
process.exitCode = noticed / tried < wantedShare ? 1 : 0;
