/** `npm run bench:saves`: the time until a save is acknowledged, over a bare durable write to the same kind of database. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { startTopology } from '../../cluster/topology.ts';
import { startPostgresServer } from '../../fixture/postgres-server.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { trpcClient } from '../../fixture/trpc.ts';
import { fillPostgres, fillSqlite } from '../history-data.ts';
import { historyRows } from '../history-rows.ts';
import { untilIdle } from '../memory.ts';
import { atMost, type Row, runPart } from '../report.ts';
import { type Served, startProduct } from '../servers.ts';

const warmUp = 30;
const saves = 150;
/** Entries of a long history. */
const entries = 1_000_000;

/** Saves of one editor, one after the other, each in turn with a bare write. */
async function saveRow(database: string, address: string, write: (number: number) => unknown): Promise<Row> {
  const client = trpcClient(address, await signIn(address, admin));
  const [item] = await client.features.items.list.query({});
  if (!item) throw new Error('the sample content has no features');
  const { id, name: _, version: __, parentId: ___, ...values } = item;
  const times = { floor: createHistogram(), product: createHistogram() };
  for (let number = 0; number < warmUp + saves; number += 1) {
    const began = performance.now();
    await write(number);
    const written = performance.now();
    await client.features.items.save.mutate({ id, values: { ...values, name: `Saved ${number}` } });
    const saved = performance.now();
    if (number < warmUp) continue;
    times.floor.record(Math.max(1, Math.round((written - began) * 1000)));
    times.product.record(Math.round((saved - written) * 1000));
  }
  const [floor, product] = [times.floor.percentile(50) / 1000, times.product.percentile(50) / 1000];
  return {
    what: `save acknowledged, over a bare durable write: ${database}`,
    figure: product - floor,
    floor,
    unit: 'ms',
    p99: times.product.percentile(99) / 1000,
    target: atMost(4),
  };
}

async function sqliteRow(): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-saves-'));
  const connection = new Sqlite(join(folder, 'floor.sqlite'));
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table texts (id integer primary key, text)',
  );
  connection.exec("insert into texts values (1, '')");
  const statement = connection.prepare('update texts set text = ? where id = 1');
  const product = await startProduct();
  try {
    await untilIdle(product.pid);
    return await saveRow('SQLite', product.address, (number) => statement.run(`Saved ${number}`));
  } finally {
    await product.stop();
    connection.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function postgresRow(): Promise<Row> {
  const cluster = await startTopology({ web: 1, workers: 0 });
  const client = new pg.Client({ connectionString: cluster.postgres.url('postgres') });
  try {
    await client.connect();
    await client.query("create table floor_texts as select 1 as id, '' as text");
    const text = 'update floor_texts set text = $1 where id = 1';
    const write = (number: number) => client.query({ name: 'floor', text, values: [`Saved ${number}`] });
    return await saveRow('PostgreSQL', cluster.web[0]?.address ?? '', write);
  } finally {
    await client.end();
    await cluster.stop();
  }
}

/** Starts an installation, so that it has the sample content, fills its history, and starts it again. */
async function filled(variables: Record<string, string>, fill: () => unknown): Promise<Served> {
  await (await startProduct({ variables })).stop();
  await fill();
  return startProduct({ variables });
}

/** The rows of the history, once both installations have ended their first work. */
async function measured(database: string, few: Served, many: Served): Promise<Row[]> {
  for (const { pid } of [few, many]) await untilIdle(pid);
  return historyRows(database, { few: few.address, many: many.address }, entries);
}

async function sqliteHistory(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-history-'));
  const few = await startProduct();
  const many = await filled({ DATA_DIR: folder }, () => fillSqlite(folder, entries));
  try {
    return await measured('SQLite', few, many);
  } finally {
    await Promise.all([few.stop(), many.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function postgresHistory(): Promise<Row[]> {
  const postgres = await startPostgresServer({ isDurable: true });
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  await client.query('create database many');
  await client.end();
  const on = (database: string) => ({ DATABASE_URL: postgres.url(database), APP_SECRET: 'a secret of the bench' });
  const few = await startProduct({ variables: on('postgres') });
  const many = await filled(on('many'), () => fillPostgres(postgres.url('many'), entries));
  try {
    return await measured('PostgreSQL', few, many);
  } finally {
    await Promise.all([few.stop(), many.stop()]);
    await postgres.remove();
  }
}

await runPart(async () => [
  await sqliteRow(),
  await postgresRow(),
  ...(await sqliteHistory()),
  ...(await postgresHistory()),
]);
