import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeTwilio, startFakeTwilio } from '../fakes/twilio.ts';
import { freePort } from '../fixture/free-port.ts';
import { type PostgresServer, startPostgresServer } from '../fixture/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { startOptions } from '../fixture/run-program.ts';
import { type ProductProcess, startProductProcess } from './process.ts';

/** A web process and its address. */
export interface WebProcess extends ProductProcess {
  address: string;
}

/** What docker-compose.yml runs, as processes on this machine: web ×2, workers ×2, Redis, PostgreSQL. */
export interface Topology {
  postgres: PostgresServer;
  redis: RedisServer;
  twilio: FakeTwilio;
  web: WebProcess[];
  workers: ProductProcess[];
  startWeb(): Promise<WebProcess>;
  startWorkers(): Promise<ProductProcess>;
  stop(): Promise<void>;
}

export const adminPassword = 'correct horse';
const maxStartMs = 60_000;

/** Numbers of processes, and additional variables. */
export interface TopologyOptions {
  web?: number;
  workers?: number;
  variables?: Record<string, string>;
}

/** Starts all processes on an empty database and waits until the web processes are ready. */
export async function startTopology(options: TopologyOptions = {}): Promise<Topology> {
  const { web: webs = 2, workers: workerCount = 2, variables = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-'));
  const [postgres, redis, twilio] = await Promise.all([
    startPostgresServer({ isDurable: true }),
    startRedisServer(),
    startFakeTwilio(),
  ]);
  const shared = {
    DATABASE_URL: postgres.url('postgres'),
    REDIS_URL: redis.url,
    APP_SECRET: 'a secret that all processes share',
    ADMIN_PASSWORD: adminPassword,
    TWILIO_API_BASE: twilio.url,
    PUBLIC_URL: 'https://harbour.example',
    LOG_LEVEL: 'warn',
    ...variables,
  };
  const topology: Topology = { postgres, redis, twilio, web: [], workers: [], startWeb, startWorkers, stop };
  let folders = 0;
  // Every process has its own folder: only the servers are shared.
  const ownFolder = () => {
    folders += 1;
    return join(folder, `process-${folders}`);
  };

  async function startWeb(): Promise<WebProcess> {
    const port = await freePort();
    const process = startProductProcess([...startOptions, 'server/main.ts', '--web-only'], {
      ...shared,
      DATA_DIR: ownFolder(),
      PORT: String(port),
    });
    const web = { ...process, address: `http://127.0.0.1:${port}` };
    topology.web.push(web);
    await untilReady(web);
    return web;
  }

  async function startWorkers(): Promise<ProductProcess> {
    const workers = startProductProcess(['workers/main.ts'], { ...shared, DATA_DIR: ownFolder() });
    topology.workers.push(workers);
    return workers;
  }

  async function stop(): Promise<void> {
    await Promise.all([...topology.web, ...topology.workers].map((process) => process.end('SIGKILL')));
    await Promise.all([twilio.stop(), redis.remove(), postgres.remove()]);
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const starts = [...Array.from({ length: webs }, startWeb), ...Array.from({ length: workerCount }, startWorkers)];
    await Promise.all(starts);
  } catch (error) {
    await stop();
    throw error;
  }
  return topology;
}

async function untilReady(web: WebProcess): Promise<void> {
  const givenUp = Date.now() + maxStartMs;
  for (;;) {
    const isReady = await fetch(`${web.address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > givenUp) throw new Error(`a web process is not ready:\n${web.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
