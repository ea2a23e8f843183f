// A process that syncs Trello's boards and is killed on the way, to be started by the tests.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../core/config/config.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { runnable } from '../../core/queue/handler.ts';
import { openDatabase } from '../../db/open.ts';
import { handlers } from '../../workers/jobs/index.ts';

const [apiBase = '', key = '', token = '', time = '', point = ''] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

// The process ends in the middle of the line that says what the point is called.
const log = pino({ level: 'info' }, { write: (line: string) => void (line.includes(point) && die()) });
const config = readConfig({ ...process.env, TRELLO_API_BASE: apiBase, TRELLO_KEY: key, TRELLO_TOKEN: token });
const { db } = await openDatabase(config);
const shared = { db, log, now: () => new Date(time), randomBytes };
const queue = createEmbeddedQueue(shared);
const syncAndDie: typeof handlers.syncBoards = {
  ...handlers.syncBoards,
  async run(data, deps) {
    await handlers.syncBoards.run(data, deps);
    die();
  },
};
await queue.work(runnable([syncAndDie], { ...shared, config, queue }));
