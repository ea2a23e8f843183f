/** `npm run bench:health`: pings, sweeps and the notice of silent servers (docs/health.md). */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, gt, inArray, ne, or } from 'drizzle-orm';
import { createPingWriter } from '../../../core/health/ping-writer.ts';
import { sweepOverdue } from '../../../core/health/sweep.ts';
import type { Database } from '../../../db/database.ts';
import { healthMonitors } from '../../../db/schema/health.ts';
import { startTopology } from '../../cluster/topology.ts';
import { noLimit } from '../../fixture/no-limit.ts';
import { bareTable } from '../bare-updates.ts';
import { okAnswer, startFloor } from '../floors.ts';
import { codeOf, pause, seed, seedPostgres } from '../health-data.ts';
import { massSilence } from '../mass-silence.ts';
import { untilIdle } from '../memory.ts';
import { atMost, formatNumber, median, type Row, runPart } from '../report.ts';
import { type Served, startProduct } from '../servers.ts';
import { byTurns, loadByTurns, rateRow, type Turns } from '../turns.ts';

const many = Number(process.env.BENCH_MONITORS ?? 1_000_000);
const few = 1000;
/** Enough servers that no code exceeds its limit of pings. */
const manyOnPostgres = 200_000;

/** Runs of each side of a row about growth: one takes a tenth of a second, less than a busy moment of the machine. */
const growthRounds = 15;

/** Counts batches, so that each turn pings other servers. */
let batches = 0;

/** Milliseconds per ping, with 64 at a time, a minute after the batch before. */
async function pingCost(db: Database, servers: number): Promise<number> {
  const writer = createPingWriter(db, () => new Date(Date.now() + batches * 60_000), noLimit);
  const runs: number[] = [];
  for (let run = 0; run < 31; run += 1) {
    batches += 1;
    const places = Array.from({ length: 64 }, (_, place) => 1 + ((place * 7919 + batches * 104_729) % servers));
    const began = performance.now();
    await Promise.all(
      [...new Set(places)].map((place) =>
        writer.record({
          code: codeOf(place),
          kind: 'success',
          exitCode: null,
          method: 'GET',
          userAgent: 'bench',
          body: '',
        }),
      ),
    );
    runs.push((performance.now() - began) / 64);
  }
  return median(runs);
}

/** Makes all servers online again, with their last ping an hour ago: the rows before left some offline, and pings in the future. */
async function restoreServers(db: Database): Promise<void> {
  const pingedAt = new Date(Date.now() - 3_600_000);
  await db
    .update(healthMonitors)
    .set({ status: 'online', lastPingAt: pingedAt })
    .where(or(ne(healthMonitors.status, 'online'), gt(healthMonitors.lastPingAt, pingedAt)));
}

/** Milliseconds of a sweep that finds 100 servers overdue. */
async function sweepCost(db: Database, servers: number): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const ids = Array.from({ length: 100 }, (_, place) => 1 + ((place * 7 + run * 100) % servers));
    const past = new Date(Date.now() - 1000 - run);
    await db
      .update(healthMonitors)
      .set({ status: 'online', dueAt: past, sweepAt: past, alarmAt: null })
      .where(inArray(healthMonitors.clientId, ids));
    const began = performance.now();
    const swept = await sweepOverdue(db, new Date(), new Date());
    runs.push(performance.now() - began);
    if (swept !== new Set(ids).size) throw new Error(`${swept} swept`);
  }
  return median(runs);
}

/** Seconds from a deadline until the status is offline, in a running product. */
async function detection(db: Database): Promise<number> {
  const delays: number[] = [];
  for (const id of [1, 2, 3]) {
    const dueAt = new Date(Date.now() + 500 + id * 900);
    await db
      .update(healthMonitors)
      .set({ status: 'online', dueAt, sweepAt: dueAt })
      .where(eq(healthMonitors.clientId, id));
    for (;;) {
      const [row] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
      if (row?.status === 'offline') break;
      if (Date.now() - Number(dueAt) > 30_000) throw new Error('not noticed within 30 s');
      await pause(50);
    }
    delays.push((Date.now() - Number(dueAt)) / 1000);
  }
  return Math.max(...delays);
}

/** Durable pings of the product at these addresses, of a bare route's rate. */
async function pingRow(
  database: string,
  { address, pid }: Pick<Served, 'address' | 'pid'>,
  servers: number,
  least: number,
): Promise<Row> {
  await untilIdle(pid);
  const floor = await startFloor('fastify', okAnswer);
  // A different server for each ping: no code exceeds its limit.
  const paths = () => {
    let place = 0;
    return () => `/serverhealthstatus/${codeOf(1 + (place++ % servers))}`;
  };
  try {
    const turns = await loadByTurns({
      floor: { address: floor.address, path: paths() },
      product: { address, path: paths() },
    });
    return rateRow(`ping, on disk: ${database}`, turns, least);
  } finally {
    await floor.stop();
  }
}

function growthRow(what: string, { floor, product }: Turns<number>): Row {
  return {
    what: `${what}, ${formatNumber(many)} servers; floor: ${formatNumber(few)}`,
    figure: median(product),
    floor: median(floor),
    unit: 'ms',
    ratio: median(product.map((cost, round) => cost / (floor[round] ?? Number.NaN))),
    target: atMost(1.3, 'ratio'),
  };
}

/** The growth of bare SQLite: the two tables by turns, like the product's. */
async function bareGrowth([small, large]: readonly [string, string]): Promise<Turns<number>> {
  const tables = [bareTable(small, few), bareTable(large, many)] as const;
  try {
    return await byTurns({ floor: async () => tables[0].cost(), product: async () => tables[1].cost() }, growthRounds);
  } finally {
    for (const one of tables) one.close();
  }
}

/** What a million servers add to a ping, and what a million rows add to a change of bare SQLite. */
function addedRow(pings: Turns<number>, bare: Turns<number>): Row {
  const addedBy = ({ floor, product }: Turns<number>) =>
    median(product.map((cost, round) => cost - (floor[round] ?? 0)));
  const [figure, floor] = [addedBy(pings), addedBy(bare)];
  const what = `added to a ping by ${formatNumber(many)} servers; floor: by as many rows to a change of bare SQLite`;
  return { what, figure, floor, unit: 'ms', ratio: figure / floor };
}

async function sqliteRows(): Promise<Row[]> {
  const folders = [
    await mkdtemp(join(tmpdir(), 'vitrine-health-')),
    await mkdtemp(join(tmpdir(), 'vitrine-health-')),
  ] as const;
  const small = await seed(folders[0], few);
  const large = await seed(folders[1], many);
  try {
    const grownBy = (cost: (db: Database, servers: number) => Promise<number>) =>
      byTurns({ floor: () => cost(small.db, few), product: () => cost(large.db, many) }, growthRounds);
    const pings = await grownBy(pingCost);
    const bare = await bareGrowth(folders);
    const sweeps = await grownBy(sweepCost);
    await restoreServers(large.db);
    const product = await startProduct({ variables: { DATA_DIR: folders[1], SAMPLE_CONTENT: 'off' } });
    const durable = await pingRow('SQLite', product, many, 0.5);
    const noticed = await detection(large.db);
    await product.stop();
    return [
      durable,
      growthRow('ping', pings),
      addedRow(pings, bare),
      growthRow('sweep with 100 overdue', sweeps),
      {
        what: `offline after the deadline, ${formatNumber(many)} servers`,
        figure: noticed,
        unit: 's',
        target: atMost(10),
      },
    ];
  } finally {
    await small.close();
    await large.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Pings of one web process on PostgreSQL and Redis. */
async function postgresRows(): Promise<Row[]> {
  const cluster = await startTopology({ web: 1, workers: 0 });
  try {
    await seedPostgres(cluster.postgres.url('postgres'), manyOnPostgres);
    const [web] = cluster.web;
    if (!web) throw new Error('no web process');
    return [await pingRow('PostgreSQL', web, manyOnPostgres, 0.3)];
  } finally {
    await cluster.stop();
  }
}

await runPart(async () => [...(await sqliteRows()), ...(await postgresRows()), ...(await massSilence())]);
