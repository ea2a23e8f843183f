// A process that works `lastingJob` through BullMQ, to be killed by tests.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createBullMqQueue } from '../../core/queue/bullmq.ts';
import { openPostgresStore } from '../../core/queue/bullmq-postgres.ts';
import { openRedisStore } from '../../core/queue/bullmq-redis.ts';
import { openDatabase } from '../../db/open.ts';
import { shortTimes } from './bullmq-setup.ts';
import { lastingJob } from './lasting-job.ts';

const [driver = '', url = '', name = '', dataDir = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir, databaseUrl: null });
const shared = { db, log: pino({ level: 'silent' }), now: () => new Date(), randomBytes };
const openStore = driver === 'redis' ? openRedisStore : openPostgresStore;
const store = await openStore({ url, name, log: shared.log });
const queue = createBullMqQueue({ ...shared, store, times: shortTimes });
await queue.work([lastingJob]);
