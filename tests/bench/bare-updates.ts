import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeOf } from './health-data.ts';
import { median } from './report.ts';

/** Rows of a batch, as in the row about pings. */
const batchSize = 64;

/** A table of bare SQLite with codes, and the cost of changing its rows. */
export interface BareTable {
  /** Milliseconds for a row, of batches that find rows by their codes and change two numbers of each in one durable commit. */
  cost(): number;
  close(): void;
}

/** Makes a table with this many rows: the least that a ping reads and writes, without any code of the product. */
export function bareTable(folder: string, rows: number): BareTable {
  const connection = new Sqlite(join(folder, 'bare.sqlite'));
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'wal_autocheckpoint = 8000',
    'cache_size = -32000',
  ])
    connection.pragma(setting);
  connection.exec(
    `create table servers (id integer primary key, code text not null, pings integer not null, pinged_at integer);
     create index servers_code on servers (code)`,
  );
  const add = connection.prepare<[number, string]>('insert into servers values (?, ?, 0, 0)');
  const fill = connection.transaction(() => {
    for (let id = 1; id <= rows; id += 1) add.run(id, codeOf(id));
  });
  fill();
  const find = connection.prepare<[string], number>('select id from servers where code = ?').pluck();
  const change = connection.prepare<[number, number]>(
    'update servers set pings = pings + 1, pinged_at = ? where id = ?',
  );
  let batches = 0;
  const writeBatch = connection.transaction(() => {
    batches += 1;
    for (let place = 0; place < batchSize; place += 1) {
      const id = find.get(codeOf(1 + ((place * 7919 + batches * 104_729) % rows)));
      if (id !== undefined) change.run(batches, id);
    }
  });
  return {
    cost() {
      const runs: number[] = [];
      for (let run = 0; run < 31; run += 1) {
        const began = performance.now();
        writeBatch();
        runs.push((performance.now() - began) / batchSize);
      }
      return median(runs);
    },
    close: () => connection.close(),
  };
}
