import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../core/config/config.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { drainSeconds, type JobQueue } from '../../core/queue/queue.ts';
import { openDatabase } from '../../db/open.ts';
import { ManualClock, until } from '../fakes/clock.ts';
import { programArguments } from '../fixture/run-program.ts';
import type { QueueSetup } from './contract/setup.ts';

/** A fresh SQLite file and a clock that the test moves, for the embedded queue. */
export async function makeSetup(): Promise<QueueSetup & { clock: ManualClock; logged(text: string): unknown[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-queue-'));
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null });
  const clock = new ManualClock();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const shared = { db, log, now: clock.now, randomBytes };
  return {
    clock,
    /** Lines of the log with this text. */
    logged: (text) =>
      lines.map((line): unknown => JSON.parse(line)).filter((line) => JSON.stringify(line).includes(text)),
    open: async () => createEmbeddedQueue({ ...shared, timer: clock.timer }),
    deps: (queue: JobQueue): CoreDependencies => ({
      ...shared,
      queue,
      config: readConfig({ PUBLIC_URL: 'http://localhost' }),
    }),
    elapse: (seconds) => clock.elapse(seconds),
    setBack: (seconds) => clock.setBack(seconds),
    until,
    drainSeconds,
    childArguments: programArguments(join(import.meta.dirname, 'embedded-child.ts'), folder, clock.now().toISOString()),
    async remove() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
