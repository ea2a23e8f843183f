/** `npm run bench -- checks`: 10,000 HTTP checks a minute on one worker (docs/checks.md). */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { okAnswer, startFloor } from '../floors.ts';
import { atLeast, atMost, type Row, runPart } from '../report.ts';

const cost = z.object({ attempts: z.number(), seconds: z.number(), cpuSeconds: z.number(), peakMegabytes: z.number() });
const run = promisify(execFile);

/** What 10,000 requests cost one side; `dataDir` is of a new installation. */
async function costOf(side: 'floor' | 'product', url: string, dataDir: string) {
  const fastStart = join(import.meta.dirname, '../../../core/process/fast-start.js');
  const program = join(import.meta.dirname, '../checks-process.ts');
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', CHECK_PRIVATE_NETWORKS: 'on' };
  const options = ['--import', fastStart, '--expose-gc', '--heap-growing-percent=40', '--v8-pool-size=1'];
  const { stdout } = await run(process.execPath, [...options, program, side, url], { env });
  return cost.parse(JSON.parse(stdout));
}

await runPart(async (): Promise<Row[]> => {
  const target = await startFloor('http', { ...okAnswer, body: Buffer.from('all is well') });
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-checks-'));
  try {
    const floor = await costOf('floor', `${target.address}/`, dataDir);
    const product = await costOf('product', `${target.address}/`, dataDir);
    const what = '10,000 HTTP checks a minute, SQLite';
    return [
      {
        what: `${what}: checks in a minute`,
        figure: product.attempts,
        floor: floor.attempts,
        target: atLeast(9900),
      },
      {
        what: `${what}: processor time of a second`,
        figure: product.cpuSeconds / product.seconds,
        floor: floor.cpuSeconds / floor.seconds,
        ratio: product.cpuSeconds / product.seconds / (floor.cpuSeconds / floor.seconds),
        unit: 's',
        target: atMost(1),
      },
      {
        what: `${what}: peak memory`,
        figure: product.peakMegabytes,
        floor: floor.peakMegabytes,
        unit: 'MB',
        target: atMost(300),
      },
    ];
  } finally {
    await target.stop();
    await rm(dataDir, { recursive: true });
  }
});
