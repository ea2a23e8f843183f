import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../fixture/postgres-server.ts';
import { makeBullSetup } from './bullmq-setup.ts';
import { queueContract } from './contract/contract.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgresServer();
});
afterAll(() => postgres.remove());

queueContract('Postgres', () => makeBullSetup('postgres', postgres.url('postgres')));
