// `npm run bench -- copy`: copies a SQLite installation of small rows into Postgres by npm run db:copy, which reads everything
// back, and in turns writes the same rows into the same tables by bare COPY, without reading, comparing and a process to start.

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { startPostgresServer } from '../../fixture/postgres-server.ts';
import { runProgram } from '../../fixture/run-program.ts';
import { seedCopy } from '../copy-data.ts';
import { atLeast, median, type Row, runPart } from '../report.ts';
import { byTurns } from '../turns.ts';

const rows = Number(process.env.BENCH_COPY_ROWS ?? 500_000);
/** The tables that hold almost all rows, parents first. */
const tables = ['clients', 'health_monitors', 'health_hits', 'health_flips', 'telephony_messages'];
const copyProgram = join(import.meta.dirname, '../../../core/commands/copy.ts');

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-copy-'));
const server = await startPostgresServer({ isDurable: true });

async function onDatabase<Result>(name: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(server.url(name));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database. */
const freshDatabase = (name: string) =>
  onDatabase('postgres', async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template template0`);
    await client.query('checkpoint');
  });

/** Rows a second of db:copy, from its start to its end. */
async function copy(): Promise<number> {
  await freshDatabase('copied');
  const secret = (await readFile(join(dataDir, 'app-secret'), 'utf8')).trim();
  const began = performance.now();
  const variables = { DATA_DIR: dataDir, DATABASE_URL: server.url('copied'), APP_SECRET: secret };
  const { code, said, complaint } = await runProgram(copyProgram, [], variables);
  const seconds = (performance.now() - began) / 1000;
  const copied = Number(/^(\d+) rows of/m.exec(said)?.[1]);
  if (code !== 0 || !(copied >= rows)) throw new Error(`db:copy ended with ${code}: ${complaint}`);
  return copied / seconds;
}

const file = (table: string) => join(dataDir, `${table}.copy`);

/** Rows a second of COPY from files into the same tables with their indexes, in one transaction. */
async function bareCopy(): Promise<number> {
  await onDatabase('postgres', (client) => client.query('checkpoint'));
  return onDatabase('bare', async (client) => {
    let written = 0;
    await client.query(`truncate ${tables.join(', ')}, client_headings, telephony_clients cascade`);
    await client.query('insert into client_headings (id, is_active, title, sub_title) values (1, true, $1, $1)', ['']);
    await client.query('insert into telephony_clients select * from accounts');
    const began = performance.now();
    await client.query('begin');
    for (const table of tables) {
      const stream = client.query(from(`copy ${table} from stdin`));
      await pipeline(createReadStream(file(table)), stream);
      written += stream.rowCount;
    }
    await client.query('commit');
    return written / ((performance.now() - began) / 1000);
  });
}

await runPart(async (): Promise<Row[]> => {
  try {
    await seedCopy(dataDir, rows);
    await copy();
    // The first copy leaves the files and the empty tables of the floor.
    await onDatabase('copied', async (client) => {
      for (const table of tables)
        await pipeline(client.query(to(`copy ${table} to stdout`)), createWriteStream(file(table)));
      await client.query('create table accounts as select * from telephony_clients');
    });
    await onDatabase('postgres', (client) => client.query('alter database copied rename to bare'));
    const { floor, product } = await byTurns({ floor: bareCopy, product: copy });
    return [
      {
        what: `db:copy of ${rows} rows`,
        unit: 'rows/s',
        figure: median(product),
        floor: median(floor),
        ratio: median(product.map((rate, run) => rate / (floor[run] ?? Number.NaN))),
        target: atLeast(50_000),
      },
    ];
  } finally {
    await server.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
});
