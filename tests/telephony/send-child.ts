// Started by kill.store.test.ts: queues and sends messages, and kills itself at the given point.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../core/config/config.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { runnable } from '../../core/queue/handler.ts';
import { queueMessage, sendQueued } from '../../core/telephony/queue-message.ts';
import { openDatabase } from '../../db/open.ts';
import { handlers } from '../../workers/jobs/index.ts';

const [apiBase = '', time = '', contact = '', point = '', amount = '1'] = process.argv.slice(2);

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

const queued: { id: number }[] = [];
for (let place = 1; place <= Number(amount); place += 1) {
  const text = `The server ${place} is down`;
  const eventKey = `health-${place}-down`;
  queued.push(...(await queueMessage(db, { eventKey, contactId: Number(contact), text, now: deps.now() })));
}
if (point === 'queued') die();
await sendQueued(deps, queued);
if (point === 'enqueued') die();
await queue.work(runnable([handlers.sendMessage, handlers.sendMessages], deps));
