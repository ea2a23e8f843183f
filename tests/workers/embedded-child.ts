// A process that works `lastingJob` from the SQLite file it is given, to be killed by the contract's test.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { openDatabase } from '../../db/open.ts';
import { readConfig } from '../../server/config.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';
import { lastingJob } from './lasting-job.ts';

const { db } = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null });
const clock = { now: () => new Date(process.argv[3] ?? ''), randomBytes, log: pino({ level: 'silent' }) };
const queue = createEmbeddedQueue({ db, ...clock });
const config = readConfig({ PUBLIC_URL: 'http://localhost' });
await queue.work([lastingJob], { db, queue, config, ...clock });
