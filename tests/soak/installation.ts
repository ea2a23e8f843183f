import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { startProductProcess } from '../cluster/process.ts';
import { adminPassword, startTopology } from '../cluster/topology.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { type FakeTwilio, startFakeTwilio } from '../fakes/twilio.ts';
import { freePort } from '../fixture/free-port.ts';
import type { RedisServer } from '../fixture/redis-server.ts';
import { startOptions } from '../fixture/run-program.ts';

export { adminPassword };

/** A fault that the soak causes; the promise ends when everything runs again. */
interface Fault {
  name: string;
  cause(): Promise<void>;
}

/** A running installation that can be broken. */
export interface Installation {
  twilio: FakeTwilio;
  smtp: FakeSmtp;
  /** Addresses of the web processes that run now. */
  addresses(): string[];
  faults: Fault[];
  /** Reads rows past the product. */
  query(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function variables(smtp: FakeSmtp): Record<string, string> {
  // Each visitor has an address of its own: the limits of one address are not the subject.
  return {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'noreply@harbour.example',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'fatal',
    LOGIN_ATTEMPTS_PER_MINUTE: '1000',
  };
}

/** Faults of the providers: requests that fail before or after their effect, and a mail server that is down. */
function providerFaults(twilio: FakeTwilio, smtp: FakeSmtp): Fault[] {
  return [
    {
      name: 'Twilio answers with errors',
      async cause() {
        twilio.mishaps.create.push('503-after', '429', '503-before', 'reset-after', 'reset-before', 'malformed-after');
      },
    },
    {
      name: 'the mail server is down for 5 s',
      async cause() {
        await smtp.stop();
        await wait(5000);
        await smtp.start();
      },
    },
  ];
}

/** One process with SQLite. */
export async function startEmbedded(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-soak-'));
  const [twilio, smtp, port] = await Promise.all([startFakeTwilio(), startFakeSmtp(), freePort()]);
  const address = `http://127.0.0.1:${port}`;
  const start = async () => {
    const started = startProductProcess([...startOptions, 'server/main.ts'], {
      ...variables(smtp),
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: address,
      ADMIN_PASSWORD: adminPassword,
      TWILIO_API_BASE: twilio.url,
    });
    await untilReady(address, () => started.output());
    return started;
  };
  let product = await start();
  const restart = (name: string, signal: NodeJS.Signals): Fault => ({
    name,
    async cause() {
      await product.end(signal);
      product = await start();
    },
  });
  return {
    twilio,
    smtp,
    addresses: () => [address],
    faults: [
      restart('kill -9 of the process', 'SIGKILL'),
      restart('restart of the process', 'SIGTERM'),
      ...providerFaults(twilio, smtp),
    ],
    async query(statement) {
      const connection = new Sqlite(join(folder, 'vitrine.sqlite'), { readonly: true, timeout: 10_000 });
      try {
        return connection.prepare<[], Record<string, unknown>>(statement).all();
      } finally {
        connection.close();
      }
    },
    async stop() {
      await product.end('SIGKILL');
      await Promise.all([twilio.stop(), smtp.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Two web processes and two workers with PostgreSQL and Redis. */
export async function startCluster(): Promise<Installation> {
  const smtp = await startFakeSmtp();
  const cluster = await startTopology({ variables: variables(smtp) });
  const { twilio, redis, postgres } = cluster;
  const pool = new pg.Pool({ connectionString: postgres.url('postgres'), max: 2 });
  pool.on('error', () => {});
  const outage = (name: string, server: Pick<RedisServer, 'kill' | 'restart'>): Fault => ({
    name: `crash of ${name} for 3 s`,
    async cause() {
      await server.kill();
      await wait(3000);
      await server.restart();
      await Promise.all(cluster.web.map(({ address, output }) => untilReady(address, output)));
    },
  });
  return {
    twilio,
    smtp,
    addresses: () => cluster.web.map(({ address }) => address),
    faults: [
      {
        name: 'kill -9 of a web process',
        async cause() {
          await cluster.web.shift()?.end('SIGKILL');
          await cluster.startWeb();
        },
      },
      {
        name: 'kill -9 of a worker',
        async cause() {
          await cluster.workers.shift()?.end('SIGKILL');
          await cluster.startWorkers();
        },
      },
      {
        name: 'restart of a worker',
        async cause() {
          await cluster.workers.shift()?.end('SIGTERM');
          await cluster.startWorkers();
        },
      },
      outage('Redis', redis),
      outage('PostgreSQL', postgres),
      ...providerFaults(twilio, smtp),
    ],
    query: async (statement) => (await pool.query<Record<string, unknown>>(statement)).rows,
    async stop() {
      await pool.end();
      await cluster.stop();
      await smtp.stop();
    },
  };
}

async function untilReady(address: string, output: () => string): Promise<void> {
  const givenUp = Date.now() + 60_000;
  for (;;) {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > givenUp) throw new Error(`${address} is not ready:\n${output().slice(-4000)}`);
    await wait(100);
  }
}
