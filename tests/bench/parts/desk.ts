/** `npm run bench -- desk`: the dashboard, a client's overview, the servers and the message log with 100,000 servers and a million messages. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { readConfig } from '../../../core/config/config.ts';
import { secretBox } from '../../../core/telephony/secrets.ts';
import { telephonyClients } from '../../../db/schema/telephony.ts';
import { startTopology } from '../../cluster/topology.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { seed, seedPostgres } from '../health-data.ts';
import { untilIdle } from '../memory.ts';
import { atMost, formatNumber, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';
import { account } from '../telephony-data.ts';

const servers = Number(process.env.BENCH_MONITORS ?? 100_000);
const messages = Number(process.env.BENCH_LOG ?? 1_000_000);
/** Messages of the last day; the others are of the year before. */
const recent = messages / 20;
/** One server in this many went offline within the last day. */
const offlineOneIn = 100;
/** One server in this many belongs to the measured client. */
const ownOneIn = 1000;
/** Calls of a kind; the median counts. */
const runs = 15;

const columns = '(telephony_client_id, from_number, to_number, account_sid, status, rank, created_on)';
const contact = (yes: string) =>
  `insert into telephony_contacts (parent_id, is_active, position, version, friendly_name, twilio_phone_number) select 1, ${yes}, 0, 1, 'Night shift', '+15005551001'`;
const status = (n: string) => `case when ${n} % 50 = 0 then 'failed' else 'delivered' end`;

/** The median of some calls, each a time after the one before. */
async function time(call: () => Promise<unknown>, pauseMs = 0): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await setTimeout(pauseMs);
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Signs in as a new user of the client. */
async function clientToken(address: string, owner: ReturnType<typeof trpcClient>): Promise<string> {
  const user = { userName: 'client', password: 'tide table' };
  const details = { firstName: 'Mira', lastName: 'Quay', email: '', role: 'Client', way: 'shown' } as const;
  const { url } = await owner.users.invite.mutate({ ...details, userName: user.userName, telephonyClientId: 1 });
  const token = (url ?? '').split('/').at(-1) ?? '';
  await owner.accountLinks.accept.mutate({ token, password: user.password });
  return signIn(address, user);
}

/** Opens a stream of events and leaves it at the first event. */
async function openEvents(address: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${address}/api/health/events`, { headers });
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

async function callRows(database: string, address: string): Promise<Row[]> {
  const ownerToken = await signIn(address, admin);
  const owner = trpcClient(address, ownerToken);
  const client = trpcClient(address, await clientToken(address, owner));
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const day = new Date(Date.now() - 86_400_000).toISOString();
  const lastMonth = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 7);
  const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  const { items, failed } = await owner.desk.attention.query();
  if (failed.length > 0 || items.length < 9) throw new Error('the dashboard is not complete');
  const calls = {
    'what needs the Owner': () => owner.desk.attention.query(),
    'changes of a week': () => owner.desk.changes.query({ since }),
    'the last day': () => owner.desk.lastDay.query(),
    'the servers of a client': () => client.desk.ownServers.query(),
    'the messages of a client': () => client.desk.ownMessages.query({ midnight }),
    'the contacts of a client': () => client.desk.ownContacts.query(),
    'the overview of servers': () => owner.health.overview.query({}),
    'servers grouped by client': () => owner.health.overview.query({ sort: 'client' }),
    'servers by name': () => owner.health.overview.query({ sort: 'name' }),
    'offline servers with a word in the name': () => owner.health.overview.query({ text: '99', state: 'offline' }),
    'the number of offline servers': () => owner.health.offlineCount.query(),
    'the log': () => owner.telephony.log.page.query({}),
    'failed messages of the last day': () => owner.telephony.log.page.query({ since: day, outcome: 'failed' }),
    'messages of the last day by outcome': () => owner.telephony.log.counts.query({ since: day }),
    'all messages by outcome': () => owner.telephony.log.counts.query({}),
    'the failed messages of a client': () => client.telephony.log.page.query({ outcome: 'failed' }),
    // Reads every message of the month: 86,400 of them.
    'the costs of a month': () => owner.telephony.log.costs.query({ month: lastMonth }),
    'the story of a message': () => owner.telephony.log.story.query({ id: messages }),
  };
  // A process looks at once for its first stream; a later one waits for the next look.
  const streams = {
    'the first stream of events until it is ready, with its look at the database': () =>
      openEvents(address, ownerToken),
  };
  const searches = {
    'a word of a million messages, first answer': () => owner.telephony.log.search.query({ text: 'no such word' }),
  };
  const size = `${formatNumber(servers)} servers, ${formatNumber(messages)} messages`;
  const rows: Row[] = [];
  const measured: { name: string; call: () => Promise<unknown>; most: number; pauseMs?: number }[] = [
    ...Object.entries(calls).map(([name, call]) => ({
      name,
      call,
      most: name === 'the costs of a month' ? 1000 : 100,
    })),
    ...Object.entries(streams).map(([name, call]) => ({ name, call, most: 100, pauseMs: 1100 })),
    // The server answers after a quarter of a second, with what it has found so far.
    ...Object.entries(searches).map(([name, call]) => ({ name, call, most: 400 })),
  ];
  for (const { name, call, most, pauseMs } of measured)
    rows.push({
      what: `desk, ${size}, ${database}: ${name}`,
      figure: await time(call, pauseMs),
      unit: 'ms',
      target: atMost(most),
    });
  return rows;
}

async function sqliteRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-desk-'));
  const { db, close } = await seed(folder, servers);
  try {
    const now = Date.now();
    const run = (statement: SQL) => db.run(statement);
    await db.insert(telephonyClients).values({
      projectName: 'Harbour',
      twilioPhoneNumber: account.number,
      phoneNumber: account.number,
      accountSid: account.accountSid,
      authToken: secretBox(readConfig({ DATA_DIR: folder })).seal(account.authToken),
      isActive: true,
      isDefault: false,
      createdAt: new Date(now),
    });
    run(sql.raw(contact('1')));
    run(
      sql.raw(
        `insert into telephony_messages ${columns} with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${messages - 1}) select 1, '+1', '+2', 'AC', ${status('n')}, 7, ${now} - iif(n < ${recent}, n * ${86_400_000 / recent}, n * 30000) from numbers`,
      ),
    );
    run(sql.raw(`update clients set telephony_client_id = 1 where id % ${ownOneIn} = 0`));
    run(
      sql.raw(
        `update health_monitors set status = 'offline', status_since = ${now} - client_id * 800 where client_id % ${offlineOneIn} = 0`,
      ),
    );
    run(
      sql.raw(`insert into health_flips (client_id, at, status, previous, alarm, cause, detail)
      select client_id, status_since, 'offline', 'online', 'sent', 'silent', '' from health_monitors where status = 'offline'`),
    );
    const product = await startProduct({ variables: { DATA_DIR: folder, SAMPLE_CONTENT: 'off' } });
    try {
      await untilIdle(product.pid);
      return await callRows('SQLite', product.address);
    } finally {
      await product.stop();
    }
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function postgresRows(): Promise<Row[]> {
  const cluster = await startTopology({ web: 1, workers: 0 });
  try {
    const url = cluster.postgres.url('postgres');
    await seedPostgres(url, servers);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const run = (statement: string) => client.query(statement);
    await run(
      `insert into telephony_clients (is_active, project_name, twilio_phone_number, phone_number, account_sid, auth_token, is_default, created_at)
        select true, 'Harbour', '+1', '+1', 'AC', '', false, now()`,
    );
    await run(contact('true'));
    await run(
      `insert into telephony_messages ${columns} select 1, '+1', '+2', 'AC', ${status('n')}, 7,
        now() - case when n < ${recent} then n * interval '${86_400 / recent} s' else n * interval '30 s' end
        from generate_series(0, ${messages - 1}) n`,
    );
    await run(`update clients set telephony_client_id = 1 where id % ${ownOneIn} = 0`);
    await run(
      `update health_monitors set status = 'offline', status_since = date_trunc('milliseconds', now() - (client_id % 100000) * interval '800 ms') where client_id % ${offlineOneIn} = 0`,
    );
    await run(
      `insert into health_flips (client_id, at, status, previous, alarm, cause, detail)
        select client_id, status_since, 'offline', 'online', 'sent', 'silent', '' from health_monitors where status = 'offline'`,
    );
    await run('vacuum analyze');
    await client.end();
    return await callRows('PostgreSQL', cluster.web[0]?.address ?? '');
  } finally {
    await cluster.stop();
  }
}

await runPart(async () => [...(await sqliteRows()), ...(await postgresRows())]);
