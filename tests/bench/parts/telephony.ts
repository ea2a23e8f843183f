/** `npm run bench:telephony`: the SMS log: pages, export and sync of long logs. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { castTo } from '../../../contract/cast.ts';
import { startPostgresServer } from '../../fixture/postgres-server.ts';
import { runProgram } from '../../fixture/run-program.ts';
import { exportRows } from '../log-export.ts';
import { atLeast, atMost, formatNumber, median, type Row, runPart } from '../report.ts';
import { startProcess } from '../servers.ts';
import { seedLog } from '../telephony-data.ts';
import { fewEntries, type PageTimes, pageRows, timePages } from '../telephony-log.ts';
import { byTurns } from '../turns.ts';

const entries = Number(process.env.BENCH_LOG_ENTRIES ?? 1_000_000);
const shortSync = 100_000;
const longSync = 300_000;

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-telephony-'));
  folders.push(folder);
  return folder;
}

/** Runs another program of this folder on a new installation; the program prints its measurements as JSON. */
async function measure(program: string, variables: Record<string, string>): Promise<Record<string, number>> {
  const DATA_DIR = await newFolder();
  await (await seedLog(DATA_DIR, 0)).close();
  const { code, said, complaint } = await runProgram(join(import.meta.dirname, '..', program), [], {
    ...variables,
    DATA_DIR,
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
  await rm(DATA_DIR, { recursive: true, force: true });
  return castTo<Record<string, number>>(JSON.parse(said));
}

async function sync(size: number) {
  const provider = await startProcess([join(import.meta.dirname, '..', 'twilio-process.ts')], () => ({
    ENTRIES: String(size),
  }));
  const measured = await measure('sync-process.ts', { TWILIO_API_BASE: provider.address });
  await provider.stop();
  return { seconds: (measured.milliseconds ?? 0) / 1000, peakMegabytes: measured.peakMegabytes ?? 0 };
}

async function syncRows(): Promise<Row[]> {
  const { floor, product } = await byTurns({
    floor: async () => ((await measure('sync-floor.ts', { ENTRIES: String(shortSync) })).milliseconds ?? 0) / 1000,
    product: () => sync(shortSync),
  });
  const long = await sync(longSync);
  const perSecond = (seconds: readonly number[]) => shortSync / median(seconds);
  const peak = median(product.map(({ peakMegabytes }) => peakMegabytes));
  return [
    {
      what: 'SMS log: sync, entries; floor: bare inserts',
      figure: perSecond(product.map(({ seconds }) => seconds)),
      floor: perSecond(floor),
      unit: '/s',
      ratio: median(product.map(({ seconds }, run) => (floor[run] ?? Number.NaN) / seconds)),
      target: atLeast(0.5, 'ratio'),
    },
    {
      what: `SMS log: peak memory, sync of ${formatNumber(longSync)}; floor: of ${formatNumber(shortSync)}`,
      figure: long.peakMegabytes,
      floor: peak,
      unit: 'MB',
      ratio: long.peakMegabytes / peak,
      target: atMost(1.25, 'ratio'),
    },
  ];
}

async function largeLogRows(): Promise<Row[]> {
  const folder = await newFolder();
  const few = await seedLog(await newFolder(), fewEntries);
  const many = await seedLog(folder, entries);
  const pages = pageRows(await timePages(few.db), await timePages(many.db), entries, 'SQLite');
  await few.close();
  await many.close();
  return [...pages, ...(await exportRows(folder, entries))];
}

/** Measures the same pages on PostgreSQL, in a separate process with the tables of that dialect. */
async function postgresRows(): Promise<Row[]> {
  const server = await startPostgresServer();
  const times = async (size: number): Promise<PageTimes> => {
    const database = `log_${size}`;
    const { code, said, complaint } = await runProgram(join(import.meta.dirname, '..', 'log-process.ts'), [database], {
      DATABASE_URL: server.url('postgres'),
      ENTRIES: String(size),
    });
    if (code !== 0) throw new Error(`log-process.ts ended with ${code}: ${complaint}`);
    return castTo<PageTimes>(JSON.parse(said));
  };
  try {
    return pageRows(await times(fewEntries), await times(entries), entries, 'PostgreSQL');
  } finally {
    await server.remove();
  }
}

await runPart(async () => {
  try {
    return [...(await largeLogRows()), ...(await postgresRows()), ...(await syncRows())];
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
});
