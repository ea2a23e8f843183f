import { afterAll, beforeAll } from 'vitest';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { makeBullBed } from './bullmq-bed.ts';
import { queueContract } from './contract/contract.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());

queueContract('Redis', () => makeBullBed('redis', redis.url));
