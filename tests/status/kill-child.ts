// Started by kill.store.test.ts: publishes an update, stores and sends its mails, and kills itself after a number of writes.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../core/config/config.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { postUpdate } from '../../core/status/incidents.ts';
import { openDatabase } from '../../db/open.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { afterWrites } from '../fixture/after-writes.ts';

const [time = '', smtp = '', writes = ''] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

const config = readConfig({
  ...process.env,
  PUBLIC_URL: 'https://harbour.example',
  SMTP_URL: smtp,
  MAIL_FROM: 'noreply@harbour.example',
});
const { db } = await openDatabase(config);
const shared = { db, log: pino({ level: 'silent' }), now: () => new Date(time), randomBytes };
const deps = { ...shared, config, queue: createEmbeddedQueue(shared) };

if (writes === '0') die();
afterWrites(db, Number(writes), die);
await postUpdate(deps, { id: 1, state: 'investigating', text: 'We look into it.' }, () => {});
await handlers.storeStatusMails.run({ updateId: 1 }, deps);
await handlers.sendStatusMails.run({ batch: 0 }, deps);
process.exit(0);
