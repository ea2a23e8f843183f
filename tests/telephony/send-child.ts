// Started by kill.store.test.ts: queues and sends a message, and kills itself at the given point.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../core/config/config.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { runnable } from '../../core/queue/handler.ts';
import { queueMessage, sendQueued } from '../../core/telephony/queue-message.ts';
import { openDatabase } from '../../db/open.ts';
import { handlers } from '../../workers/jobs/index.ts';

const [apiBase = '', time = '', contact = '', point = ''] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

// Every step of a message writes a log line; the process dies while it writes the given one.
const log = pino({ level: 'info' }, { write: (line: string) => void (line.includes(point) && die()) });
const config = readConfig({ ...process.env, TWILIO_API_BASE: apiBase, PUBLIC_URL: 'https://harbour.example' });
const { db } = await openDatabase(config);
const shared = { db, log, now: () => new Date(time), randomBytes };
const queue = createEmbeddedQueue(shared);
const deps: CoreDependencies = { ...shared, config, queue };

const message = { eventKey: 'server-down', contactId: Number(contact), text: 'The server is down', now: deps.now() };
const queued = await queueMessage(db, message);
if (point === 'queued') die();
await sendQueued(deps, queued);
if (point === 'enqueued') die();
await queue.work(runnable([handlers.sendMessage], deps));
