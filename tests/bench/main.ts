/**
 * Entry of `npm run bench`: measures the product against its targets and prints one table (docs/performance.md).
 *
 *     npm run bench                          all parts one after the other
 *     npm run bench -- reads pings           these parts only
 *     npm run bench -- --docs                updates the table in docs/performance.md too
 *     npm run bench -- --json figures.json   writes the rows to a file too, to compare two runs
 *
 * Each part is a program in parts/ and runs in a separate process. Exits with 1 if a target is missed or a part fails.
 */

import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isMet, type Row, row, table, updatedTable } from './report.ts';

/** The programs in parts/, in the order of the table. */
const parts = [
  'reads',
  'saves',
  'releases',
  'health',
  'page',
  'start',
  'copy',
  'telephony',
  'uploads',
  'pictures',
  'editor',
  'find',
  'people',
  'desk',
  'checks',
  'alarms',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { docs: { type: 'boolean' }, json: { type: 'string' } },
});
const unknown = positionals.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. The parts: ${parts.join(', ')}\n`);
  process.exit(1);
}

/** Runs a part; resolves to its rows, or null if it failed. */
async function run(part: string): Promise<Row[] | null> {
  const began = Date.now();
  const fastStart = join(import.meta.dirname, '../../core/process/fast-start.js');
  const child = fork(join(import.meta.dirname, 'parts', `${part}.ts`), { execArgv: ['--import', fastStart] });
  let rows: Row[] | null = null;
  child.on('message', (message) => {
    rows = z.array(row).parse(message);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stderr.write(`${part}: ${code === 0 ? '' : `failed with ${code} after `}${seconds} s\n`);
  return code === 0 ? rows : null;
}

const rows: Row[] = [];
for (const part of positionals.length > 0 ? positionals : parts) {
  const measured = await run(part);
  if (measured === null) process.exitCode = 1;
  else rows.push(...measured);
}
process.stdout.write(`\n${table(rows)}\n`);
if (values.docs) {
  const file = join(import.meta.dirname, '../../docs/performance.md');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(/^\| what .*?(?=\n(?!\|))/ms, (older) => updatedTable(older, rows)),
  );
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
if (!rows.every(isMet)) process.exitCode = 1;
