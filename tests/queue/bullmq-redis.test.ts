import { afterAll, beforeAll } from 'vitest';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { makeBullSetup } from './bullmq-setup.ts';
import { queueContract } from './contract/contract.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());

queueContract('Redis', () => makeBullSetup('redis', redis.url));
