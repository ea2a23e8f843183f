// Reads the SQLite file for a copy. The thread loads its own modules under its own environment, so its tables are SQLite's
// while the main thread has Postgres tables (db/dialect.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { openSqliteExclusively } from '../sqlite/open.ts';
import { batchesOf } from './rows.ts';
import type { SourceAnswer, SourceRequest } from './source.ts';
import { tablesInOrder } from './tables.ts';

const { db, close } = await openSqliteExclusively(String(workerData));
const tables = tablesInOrder();
const reading = new Map<string, ReturnType<typeof batchesOf>>();

function batches(name: string): ReturnType<typeof batchesOf> {
  const table = tables.find((known) => known.name === name);
  if (!table) throw new TypeError(`there is no table ${name}`);
  const found = reading.get(name) ?? batchesOf(db, table);
  reading.set(name, found);
  return found;
}

async function answer(request: SourceRequest): Promise<SourceAnswer> {
  if ('table' in request) return { rows: (await batches(request.table).next()).value ?? null };
  if ('sequences' in request) {
    const { name, seq } = { name: sql<string>`name`.as('name'), seq: sql<number>`seq`.as('seq') };
    const found = await db.select({ name, seq }).from(sql`sqlite_sequence`);
    return { sequences: Object.fromEntries(found.map((row) => [row.name, row.seq])) };
  }
  await close();
  return { closed: true };
}

parentPort?.on('message', async (request: SourceRequest) => parentPort?.postMessage(await answer(request)));
parentPort?.postMessage({ opened: true } satisfies SourceAnswer);
