// A process that works `lastingJob` through BullMQ, to be killed by tests.
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { openDatabase } from '../../db/open.ts';
import { readConfig } from '../../server/config.ts';
import { createBullMqQueue } from '../../workers/queue/bullmq.ts';
import { openPostgresStore } from '../../workers/queue/bullmq-postgres.ts';
import { openRedisStore } from '../../workers/queue/bullmq-redis.ts';
import { shortTimes } from './bullmq-bed.ts';
import { lastingJob } from './lasting-job.ts';

const [driver = '', url = '', name = '', dataDir = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir, databaseUrl: null });
const shared = { db, log: pino({ level: 'silent' }), now: () => new Date(), randomBytes };
const openStore = driver === 'redis' ? openRedisStore : openPostgresStore;
const store = await openStore({ url, name, log: shared.log });
const queue = createBullMqQueue({ ...shared, store, times: shortTimes });
const config = readConfig({ PUBLIC_URL: 'http://localhost' });
await queue.work([lastingJob], { ...shared, queue, config });
