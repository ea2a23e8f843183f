/** Rules that neither the linter nor dependency-cruiser has: casts, disabled type checks, SQLite-only calls. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Forbidden code, and the files that may contain it. */
const patterns = [
  {
    text: /\bas (?!const\b)[A-Za-z{[(]/,
    where: /^contract\/cast\.ts$/,
    message: 'cast: use castTo of contract/cast.ts and give the reason',
  },
  { text: /@ts-(ignore|expect-error|nocheck)/, where: /^$/, message: 'the type check must not be disabled' },
  { text: /\.(get|all|run)\(\)/, where: /^(db\/|web\/|tests\/)/, message: 'SQLite only: await the query instead' },
] as const;

const problems: string[] = [];

function checkPatterns(file: string, line: string, number: number): void {
  if (/^\s*(\/\/|\*|\/\*|import |export \*|export \{)/.test(line)) return;
  const code = line
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
    .replace(/\/\/.*$/, '')
    .replace(/>[^<>{}]*</g, '><');
  for (const { text, where, message } of patterns) {
    if (text.test(code) && !where.test(file)) problems.push(`${file}:${number}: ${message}`);
  }
}

/** Maximum number of casts in product code. */
const maxCasts = 30;
const casts: string[] = [];

/** A cast of product code needs its reason in a comment in the line above. */
function checkCast(file: string, lines: readonly string[], index: number): void {
  const line = lines[index] ?? '';
  if (!/\bcastTo[<(]/.test(line) || /^\s*(\/\/|\*|\/\*)/.test(line)) return;
  const place = `${file}:${index + 1}`;
  casts.push(place);
  if (line.includes('castTo<never>')) problems.push(`${place}: castTo<never> fits every type: name the type`);
  if (!/^\s*\/\/|\*\/$/.test(lines[index - 1] ?? ''))
    problems.push(`${place}: give the reason of the cast in the line above`);
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
}).split('\n');
for (const file of files) {
  // Git still lists files that were deleted but not staged.
  if (file === '' || !existsSync(file) || file.startsWith('tests/check/')) continue;
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.forEach((line, index) => {
    checkPatterns(file, line, index + 1);
    if (/^(contract\/(?!cast\.ts$)|core\/|db\/|server\/|web\/|workers\/)/.test(file)) checkCast(file, lines, index);
  });
}
if (casts.length > maxCasts)
  problems.push(`${casts.length} casts in product code, at most ${maxCasts}: use types or zod`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
