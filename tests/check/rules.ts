/** The house rules that no linter knows: which room may import which, and what may not be written outside its place. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Rooms each room may import values from (docs/architecture.md); web may also import types from server. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  db: ['contract'],
  workers: ['db', 'contract'],
  server: ['workers', 'db', 'contract'],
  web: ['contract'],
};

/** What a line may not contain, and the files where it may. */
const patterns = [
  {
    text: /\bas (?!const\b)[A-Za-z{[(]/,
    where: /^contract\/cast\.ts$/,
    message: 'cast: use castTo of contract/cast.ts and say why',
  },
  { text: /@ts-(ignore|expect-error|nocheck)/, where: /^$/, message: 'the type check may not be switched off' },
  { text: /\.(get|all|run)\(\)/, where: /^(db\/|web\/|tests\/)/, message: 'SQLite only: await the query instead' },
] as const;

const problems: string[] = [];

function checkImports(file: string, line: string, number: number): void {
  const path = /(?:from|import)\s*\(?\s*'(\.[^']+)'/.exec(line)?.[1];
  const room = file.split('/')[0] ?? '';
  const rooms = allowed[room];
  if (path === undefined || rooms === undefined) return;
  const target = normalize(join(dirname(file), path)).split('/')[0] ?? '';
  const isTypeFromServer = room === 'web' && target === 'server' && /^\s*(import|export) type\b/.test(line);
  if (target === room || rooms.includes(target) || isTypeFromServer) return;
  problems.push(`${file}:${number}: ${room} may not import ${target}`);
}

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

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
}).split('\n');
for (const file of files) {
  if (file === '' || file.startsWith('tests/check/')) continue;
  const lines = readFileSync(file, 'utf8').split('\n');
  // An import may run over several lines; its type keyword stands in the first one.
  let statement = '';
  lines.forEach((line, index) => {
    statement = statement === '' || /^\s*(import|export)\b/.test(line) ? line : `${statement} ${line}`;
    if (/'\s*\)?;?\s*$/.test(line) || /import\(/.test(line)) {
      checkImports(file, statement, index + 1);
      statement = '';
    }
    checkPatterns(file, line, index + 1);
  });
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
