/** `npm run bench -- find`: find anything, and the page's content, with a million servers and a million messages. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { loadContent } from '../../../core/content/page-content.ts';
import { startTopology } from '../../cluster/topology.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { codeOf, seed, seedPostgres } from '../health-data.ts';
import { untilIdle } from '../memory.ts';
import { atMost, formatNumber, median, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

const rows = Number(process.env.BENCH_MONITORS ?? 1_000_000);
/** Servers on the home page. */
const shown = 12;
/** Searches of a kind; the median counts. */
const searches = 9;

/** A text that no row has, one that a few rows have, and one that every row has in the middle. */
const texts = { none: 'zebra quick', few: 'server 4711', every: 'er' } as const;

const message = `'Visitor ' || n, 'v' || n || '@example.com', 'Hello, this is a message of a usual length for a contact form. ' || n`;

/** Medians for a text: milliseconds of the first answer, and of all answers. */
async function searchTimes(address: string, text: string) {
  const api = trpcClient(address, await signIn(address, admin));
  const first: number[] = [];
  const all: number[] = [];
  for (let run = 0; run < searches; run += 1) {
    const began = performance.now();
    let answer = await api.find.search.query({ text });
    first.push(performance.now() - began);
    // The whole tables take longer: fewer runs.
    if (run >= 3) continue;
    while (answer.next) answer = await api.find.search.query({ text, cursor: answer.next });
    all.push(performance.now() - began);
  }
  return { first: median(first), all: median(all) };
}

/** Counts rounds of pings, so that each one pings other servers. */
let rounds = 0;

/** 99th percentile of 100 pings in a row in ms, with or without a user who searches all rows. */
async function pingTime(address: string, isSearching: boolean): Promise<number> {
  const api = trpcClient(address, await signIn(address, admin));
  let isDone = false;
  const search = async () => {
    while (isSearching && !isDone) {
      let answer = await api.find.search.query({ text: texts.none });
      while (answer.next && !isDone) answer = await api.find.search.query({ text: texts.none, cursor: answer.next });
    }
  };
  const searched = search();
  rounds += 1;
  const times: number[] = [];
  for (let place = 1; place <= 100; place += 1) {
    const began = performance.now();
    await fetch(`${address}/serverhealthstatus/${codeOf(rounds * 100 + place)}`);
    times.push(performance.now() - began);
  }
  isDone = true;
  await searched;
  return times.toSorted((a, b) => a - b)[98] ?? Number.NaN;
}

async function searchRows(place: string, address: string): Promise<Row[]> {
  const none = await searchTimes(address, texts.none);
  const few = await searchTimes(address, texts.few);
  const every = await searchTimes(address, texts.every);
  // The first pings do not count.
  await pingTime(address, false);
  const quiet = await pingTime(address, false);
  const busy = await pingTime(address, true);
  const what = `find anything, ${formatNumber(rows)} servers and messages, ${place}`;
  const first = Math.max(none.first, few.first, every.first);
  return [
    { what: `${what}: first answer`, figure: first, unit: 'ms', target: atMost(100) },
    { what: `${what}: all rows, no match`, figure: none.all / 1000, unit: 's', target: atMost(5) },
    { what: `${what}: all rows, all match`, figure: every.all / 1000, unit: 's', target: atMost(10) },
    {
      what: `${what}: p99 of pings during a search; floor: without`,
      figure: busy,
      floor: quiet,
      unit: 'ms',
      target: atMost(50),
    },
  ];
}

async function sqliteRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-find-'));
  const { db, close } = await seed(folder, rows);
  try {
    db.run(sql`update clients set show_on_home_page = 1 where id <= ${shown}`);
    db.run(
      sql`insert into inbox_messages (name, email, message, received_at) with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows}) select ${sql.raw(message)}, ${Date.now()} from numbers`,
    );
    const loads: number[] = [];
    for (let run = 0; run < searches; run += 1) {
      const began = performance.now();
      const { clients } = await loadContent(db);
      loads.push(performance.now() - began);
      if (clients?.items.length !== shown) throw new Error('the page lacks clients');
    }
    const product = await startProduct({ variables: { DATA_DIR: folder, SAMPLE_CONTENT: 'off' } });
    try {
      await untilIdle(product.pid);
      return [
        {
          what: `the page's content, ${formatNumber(rows)} servers: SQLite`,
          figure: median(loads),
          unit: 'ms',
          target: atMost(25),
        },
        ...(await searchRows('SQLite', product.address)),
      ];
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
    await seedPostgres(url, rows);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `insert into inbox_messages (name, email, message, received_at) select ${message}, now() from generate_series(1, $1::int) n`,
      [rows],
    );
    await client.query('analyze');
    await client.end();
    return await searchRows('PostgreSQL', cluster.web[0]?.address ?? '');
  } finally {
    await cluster.stop();
  }
}

await runPart(async () => [...(await sqliteRows()), ...(await postgresRows())]);
