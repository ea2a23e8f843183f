// A process that works `lastingJob` from the SQLite file it is given, to be killed by the contract's test.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { openDatabase } from '../../db/open.ts';
import { lastingJob } from './lasting-job.ts';

const { db } = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null });
const clock = { now: () => new Date(process.argv[3] ?? ''), randomBytes, log: pino({ level: 'silent' }) };
const queue = createEmbeddedQueue({ db, ...clock });
await queue.work([lastingJob]);
