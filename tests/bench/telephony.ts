/** Measures the SMS log against its targets (docs/performance.md); exits with 1 if one is missed. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { castTo } from '../../contract/cast.ts';
import { startPostgresServer } from '../fixture/postgres-server.ts';
import { runProgram } from '../fixture/run-program.ts';
import { exportRows } from './log-export.ts';
import { isMet, median, type Row, table } from './report.ts';
import { startProcess } from './servers.ts';
import { seedLog } from './telephony-data.ts';
import { fewEntries, type PageTimes, pageRows, timePages } from './telephony-log.ts';

const entries = Number(process.env.BENCH_LOG_ENTRIES ?? 1_000_000);
const shortSync = 100_000;
const longSync = 300_000;
const rounds = 3;

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
  const { code, said, complaint } = await runProgram(join(import.meta.dirname, program), [], {
    ...variables,
    DATA_DIR,
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
  await rm(DATA_DIR, { recursive: true, force: true });
  return castTo<Record<string, number>>(JSON.parse(said));
}

async function sync(size: number) {
  const provider = await startProcess([join(import.meta.dirname, 'twilio-process.ts')], () => ({
    ENTRIES: String(size),
  }));
  const measured = await measure('sync-process.ts', { TWILIO_API_BASE: provider.address });
  await provider.stop();
  return { seconds: (measured.milliseconds ?? 0) / 1000, peakMegabytes: measured.peakMegabytes ?? 0 };
}

async function syncRows(): Promise<Row[]> {
  const ratios: number[] = [];
  const peaks: number[] = [];
  let perSecond = 0;
  for (let round = 0; round < rounds; round += 1) {
    const floor = await measure('sync-floor.ts', { ENTRIES: String(shortSync) });
    const short = await sync(shortSync);
    ratios.push((floor.milliseconds ?? 0) / 1000 / short.seconds);
    peaks.push(short.peakMegabytes);
    perSecond = shortSync / short.seconds;
  }
  const long = await sync(longSync);
  const grown = long.peakMegabytes / median(peaks);
  return [
    { name: 'Sync: rate to that of bare inserts', target: 'at least 0.5', figure: median(ratios), least: 0.5 },
    { name: 'Sync: entries a second', target: 'shown only', figure: perSecond },
    { name: `Sync of ${longSync}: memory at most, MB`, target: 'shown only', figure: long.peakMegabytes },
    { name: `Memory: sync of ${longSync} to ${shortSync}`, target: 'below 1.25', figure: grown, most: 1.25 },
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
    const { code, said, complaint } = await runProgram(join(import.meta.dirname, 'log-process.ts'), [database], {
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

try {
  const rows = [...(await largeLogRows()), ...(await postgresRows()), ...(await syncRows())];
  process.stdout.write(`${table(rows)}\n`);
  if (!rows.every(isMet)) process.exitCode = 1;
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
