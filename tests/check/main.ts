/** `npm run check`: runs every static check, two at a time, and prints the output of those that fail. */

import { spawn } from 'node:child_process';

/** The longest first. */
const checks = [
  'node node_modules/typescript-7/bin/tsc --build --singleThreaded',
  'depcruise --config .dependency-cruiser.cjs contract core db docs server tests web workers',
  'knip --no-progress',
  'biome check .',
  'node tests/check/rules.ts',
];

/** Runs a command; resolves to its output and whether it succeeded. */
function run(command: string): Promise<{ output: string; succeeded: boolean }> {
  const [program = '', ...options] = command.split(' ');
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, succeeded: code === 0 }));
  });
}

const waiting = checks.values();

async function work(): Promise<void> {
  for (const command of waiting) {
    const start = performance.now();
    const { output, succeeded } = await run(command);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(`${succeeded ? 'ok    ' : 'FAILED'} ${seconds} s  ${command}\n${succeeded ? '' : output}`);
    if (!succeeded) process.exitCode = 1;
  }
}

await Promise.all([work(), work()]);
