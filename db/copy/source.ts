import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from '../database.ts';
import type { Row } from './rows.ts';

/** A request to the reading thread, one at a time. */
export type SourceRequest = { table: string } | { sequences: true } | { close: true };
/** Answer of the reading thread. `rows: null`: the table has no more rows. */
export type SourceAnswer =
  | { opened: true }
  | { rows: Row[] | null }
  | { sequences: Record<string, number> }
  | { closed: true };

/** A SQLite installation that is read while the tables of this process are Postgres tables. */
export interface Source {
  /** All rows of a table, in batches. */
  batches(table: string): AsyncGenerator<Row[]>;
  /** The last id of each table. */
  sequences(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Opens the SQLite file of a folder for reading. Throws a DatabaseError if the file is missing or in use. */
export async function openSource(dataDir: string): Promise<Source> {
  const env = { ...process.env, DATABASE_URL: '' };
  const worker = new Worker(join(import.meta.dirname, 'source-worker.ts'), { env, workerData: dataDir });
  const ask = async (request: SourceRequest): Promise<SourceAnswer> => {
    worker.postMessage(request);
    return nextAnswer(worker);
  };
  await nextAnswer(worker);
  return {
    async *batches(table) {
      for (;;) {
        const answer = await ask({ table });
        if (!('rows' in answer) || answer.rows === null) return;
        yield answer.rows;
      }
    },
    async sequences() {
      const answer = await ask({ sequences: true });
      return 'sequences' in answer ? answer.sequences : {};
    },
    async close() {
      await ask({ close: true });
      await worker.terminate();
    },
  };
}

/** The thread's next message. Throws the thread's error if there is one. */
async function nextAnswer(worker: Worker): Promise<SourceAnswer> {
  const received = new AbortController();
  const ended = async () => {
    await once(worker, 'exit', { signal: received.signal });
    throw new Error('The thread that reads the SQLite file ended');
  };
  try {
    // `once` rejects if the thread ends with an error.
    const [answer] = await Promise.race([once(worker, 'message', { signal: received.signal }), ended()]);
    return answer;
  } catch (error) {
    // An error loses its class between threads.
    throw error instanceof Error && error.name === 'DatabaseError' ? new DatabaseError(error.message) : error;
  } finally {
    received.abort();
  }
}
