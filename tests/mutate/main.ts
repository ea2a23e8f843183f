/**
 * `npm run mutate -- [area…] [--sample 20] [--seed 1] [--minutes 10] [--only core/telephony/scope.ts]`
 *
 * Puts small faults into a copy of the product, one at a time, runs the tests of their area and lists the faults that no
 * test noticed. Ends with 1 if fewer than 85 % were noticed. Takes a sample of the faults of each area; 0 takes all.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areas } from './areas.ts';
import { applied, type Mutation, mutationsOf } from './mutations.ts';

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
const wantedShare = 0.85;
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

interface Result {
  /** All tests pass within the time. */
  passed: boolean;
  output: string;
}

/** Runs an area's tests in the copy until the first failure: the area's first tests alone, then all others. */
async function runTests(copy: string, { tests, projects = ['sqlite'] }: Area, timeoutMs: number): Promise<Result> {
  const endsBy = Date.now() + timeoutMs;
  const first = await runFiles(copy, tests.slice(0, 1), projects, timeoutMs);
  if (!first.passed || tests.length === 1) return first;
  return runFiles(copy, tests.slice(1), projects, endsBy - Date.now());
}

/** Runs the tests of some folders and files until the first failure. */
async function runFiles(
  copy: string,
  tests: readonly string[],
  projects: readonly string[],
  timeoutMs: number,
): Promise<Result> {
  const options = ['--config', 'tests/vitest.config.ts', '--bail', '1', '--reporter', 'dot'];
  for (const project of projects) options.push('--project', project);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // A process group of its own, so that servers that a test started end with it.
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => endGroup(child.pid), timeoutMs);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  endGroup(child.pid);
  return { passed: code === 0, output };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** True if the failed test files pass without the fault, or if no file is known because the run took too long. */
async function passesAlone(copy: string, { projects }: Area, output: string): Promise<boolean> {
  const failed = new Set(Array.from(output.matchAll(/ FAIL .*?(tests\/\S+\.ts)/g), ([, file = '']) => file));
  return failed.size === 0 || (await runFiles(copy, [...failed], projects ?? ['sqlite'], 600_000)).passed;
}

/** True if tests fail because of the mutation. Leaves the file of the copy as it was. */
async function isNoticed(
  copy: string,
  area: Area,
  mutation: Mutation,
  text: string,
  timeoutMs: number,
): Promise<boolean> {
  const file = join(copy, mutation.file);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    writeFileSync(file, applied(text, mutation));
    const { passed, output } = await runTests(copy, area, timeoutMs);
    writeFileSync(file, text);
    if (passed) return false;
    // On a busy machine a test may fail for want of time.
    if (await passesAlone(copy, area, output)) return true;
  }
  return false;
}

/** Tests a sample of an area's mutations; returns how many were noticed, and how many there were. */
async function mutate(copy: string, name: string, area: Area): Promise<{ noticed: number; tried: number }> {
  const all = mutationsIn(area);
  const sample = Number(values.sample) === 0 ? all : all.slice(0, Number(values.sample));
  const begun = Date.now();
  const { passed, output } = await runTests(copy, area, 600_000);
  if (!passed) throw new Error(`The tests of ${name} fail without a fault: mend them first\n${output}`);
  const timeoutMs = 3 * (Date.now() - begun) + 20_000;
  let [noticed, tried] = [0, 0];
  for (const mutation of sample) {
    if (Date.now() > endsAt) break;
    const text = readFileSync(join(root, mutation.file), 'utf8');
    tried += 1;
    if (await isNoticed(copy, area, mutation, text, timeoutMs)) noticed += 1;
    else
      print(
        `  unnoticed  ${mutation.file}:${mutation.line}  ${shown(text.slice(mutation.start, mutation.end))}  →  ${shown(mutation.replacement)}`,
      );
  }
  print(`${name}: ${noticed} of ${tried} faults noticed, of ${all.length} possible ones`);
  return { noticed, tried };
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
  const result = await mutate(copy, name, area);
  noticed += result.noticed;
  tried += result.tried;
}
print(`${noticed} of ${tried} faults noticed (${Math.round((100 * noticed) / tried)} %)`);
process.exitCode = noticed / tried < wantedShare ? 1 : 0;
