// Started by kill.store.test.ts: a worker that runs checks ten times as fast as the clock, and kills itself after so many writes.
import { randomBytes } from 'node:crypto';
import { startRunner } from '../../core/checks/runner.ts';
import { readConfig } from '../../core/config/config.ts';
import { systemTimer } from '../../core/queue/timer.ts';
import { openDatabase } from '../../db/open.ts';
import { afterWrites } from '../fixture/after-writes.ts';
import { checkDeps } from './setup.ts';

const [time = '', writes = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const { db } = await openDatabase(config);
const startedAt = Date.now();
const now = () => new Date(Number(new Date(time)) + 10 * (Date.now() - startedAt));
afterWrites(db, Number(writes), () => process.kill(process.pid, 'SIGKILL'));
startRunner({
  config,
  db,
  now,
  randomBytes,
  timer: systemTimer,
  checks: checkDeps({ now }),
  onError(error) {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
});
// More writes than there are: the process has done everything.
setTimeout(() => process.exit(0), 5000);
