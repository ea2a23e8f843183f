/** Measures server health against its targets (docs/health.md); exits with 1 if one is missed. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import type { Database } from '../../db/database.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { codeOf, pause, seed } from './health-data.ts';
import { load } from './load.ts';
import { massSilence } from './mass-silence.ts';
import { isMet, median, type Row, table } from './report.ts';
import { startProcess } from './servers.ts';

const many = Number(process.env.BENCH_MONITORS ?? 1_000_000);
const few = 1000;
const connections = 128;
const seconds = 6;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Milliseconds per ping, with 64 at a time. */
async function pingCost(db: Database, servers: number): Promise<number> {
  const writer = createPingWriter(db, () => new Date());
  const runs: number[] = [];
  for (let run = 0; run < 31; run += 1) {
    const places = Array.from({ length: 64 }, (_, place) => 1 + ((place * 7919 + run * 104_729) % servers));
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

/** Milliseconds of a sweep that finds 100 servers overdue. */
async function sweepCost(db: Database, servers: number): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const ids = Array.from({ length: 100 }, (_, place) => 1 + ((place * 7 + run * 100) % servers));
    const past = new Date(Date.now() - 1000 - run);
    await db
      .update(healthMonitors)
      .set({ status: 'online', dueAt: past, alarmAt: null })
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
    await db.update(healthMonitors).set({ status: 'online', dueAt }).where(eq(healthMonitors.clientId, id));
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

const folders = [
  await mkdtemp(join(tmpdir(), 'vitrine-health-')),
  await mkdtemp(join(tmpdir(), 'vitrine-health-')),
] as const;
try {
  const small = await seed(folders[0], few);
  const large = await seed(folders[1], many);
  const cost = {
    ping: { few: await pingCost(small.db, few), many: await pingCost(large.db, many) },
    sweep: { few: await sweepCost(small.db, few), many: await sweepCost(large.db, many) },
  };
  await small.close();

  const floor = await startProcess([join(import.meta.dirname, 'health-floor.ts')], () => ({}));
  const product = await startProcess(['--max-semi-space-size=8', 'server/main.ts'], (address) => ({
    PUBLIC_URL: address,
    DATA_DIR: folders[1],
    SAMPLE_CONTENT: 'off',
    ADMIN_PASSWORD: 'correct horse',
    LOG_LEVEL: 'warn',
  }));
  let place = 0;
  const next = () => `/serverhealthstatus/${codeOf(1 + (place++ % many))}`;
  const ratios: number[] = [];
  let last = { ours: 0, bare: 0, refused: 0 };
  for (let round = 0; round < 3; round += 1) {
    const bare = await load(floor.address, next, connections, (seconds * 1000) / 3);
    const ours = await load(product.address, next, connections, seconds * 1000);
    ratios.push(ours.perSecond / bare.perSecond);
    last = { ours: ours.perSecond, bare: bare.perSecond, refused: last.refused + ours.refused };
  }
  const noticed = await detection(large.db);
  await floor.stop();
  await product.stop();
  await large.close();
  const mass = await massSilence();

  const rows: Row[] = [
    {
      name: 'Pings on disk per second, of a bare route',
      target: 'at least 0.35',
      figure: median(ratios),
      least: 0.35,
    },
    { name: 'Pings on disk per second', target: 'shown only', figure: last.ours },
    { name: 'Bare route, answers per second', target: 'shown only', figure: last.bare },
    { name: 'Pings refused', target: '0', figure: last.refused, most: 0 },
    { name: `A ping with ${many} servers, ms`, target: 'shown only', figure: cost.ping.many },
    {
      name: `A ping, ${many} servers to ${few}`,
      target: 'below 1.5',
      figure: cost.ping.many / cost.ping.few,
      most: 1.5,
    },
    { name: `A sweep with 100 due, ${many} servers, ms`, target: 'shown only', figure: cost.sweep.many },
    {
      name: `A sweep with 100 due, ${many} servers to ${few}`,
      target: 'below 1.5',
      figure: cost.sweep.many / cost.sweep.few,
      most: 1.5,
    },
    { name: 'A silence is noticed after, s', target: 'at most 10', figure: noticed, most: 10 },
    ...mass,
  ];
  say(table(rows));
  if (!rows.every(isMet)) process.exitCode = 1;
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
