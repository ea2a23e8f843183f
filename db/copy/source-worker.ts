// Reads the SQLite file for a copy. The thread loads its own modules under its own environment, so its tables are SQLite's
// while the main thread has Postgres tables (db/dialect.ts).
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { openSqliteExclusively } from '../sqlite/open.ts';
import { Checksum } from './checksum.ts';
import type { SourceAnswer, SourceRequest } from './source.ts';
import { type CopiedTable, columnList, tablesInOrder } from './tables.ts';
import { TupleWriter } from './tuples.ts';

/** Bytes of tuples in one answer, or one row if it is larger. */
const answerBytes = 256 * 1024;
/** Rows read at once. */
const batchSize = 500;
/** Rows read at once of tables that hold pictures, of up to 1.5 MB each. */
const pictureBatchSize = 8;

const { db, close } = await openSqliteExclusively(String(workerData));
if (!('$client' in db && db.$client instanceof Sqlite)) throw new TypeError('the database has no connection');
const connection = db.$client;
const tables = tablesInOrder();
const reading = new Map<string, Generator<SourceAnswer>>();

/** All rows of a table as tuples, then their checksum. */
function* answersOf(described: CopiedTable): Generator<SourceAnswer> {
  const writer = new TupleWriter(described);
  const checksum = new Checksum();
  for (const row of rowsOf(described)) {
    checksum.add(writer.add(row));
    if (writer.length >= answerBytes) yield { tuples: writer.take() };
  }
  yield { tuples: writer.take() };
  yield { rows: checksum.rows, checksum: `${checksum}`, replaced: writer.replaced };
}

function* rowsOf(described: CopiedTable): Generator<unknown[]> {
  const { name, columns } = described;
  const size = Object.values(columns).some(({ dataType }) => dataType === 'buffer') ? pictureBatchSize : batchSize;
  const read = connection
    .prepare<[number, number], unknown[]>(
      `select ${columnList(described)}, rowid from "${name}" where rowid > ? order by rowid limit ?`,
    )
    .raw();
  let last = -Infinity;
  for (let rows = read.all(last, size); rows.length > 0; rows = read.all(last, size)) {
    yield* rows;
    last = Number(rows.at(-1)?.at(-1));
  }
}

function nextAnswer(name: string): SourceAnswer {
  const table = tables.find((known) => known.name === name);
  if (!table) throw new TypeError(`there is no table ${name}`);
  const answers = reading.get(name) ?? answersOf(table);
  reading.set(name, answers);
  return answers.next().value;
}

async function answer(request: SourceRequest): Promise<SourceAnswer> {
  if (request === 'sequences') {
    const found = connection.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all();
    return { sequences: Object.fromEntries(found.map((row) => [row.name, row.seq])) };
  }
  if (request !== 'close') return nextAnswer(request.table);
  await close();
  return 'closed';
}

parentPort?.on('message', async (request: SourceRequest) => {
  const answered = await answer(request);
  const moved = typeof answered === 'object' && 'tuples' in answered ? [answered.tuples.buffer] : [];
  parentPort?.postMessage(answered, moved);
});
parentPort?.postMessage('opened' satisfies SourceAnswer);
