import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { castTo } from '../../contract/cast.ts';
import { DatabaseError } from '../database.ts';
import type { Row } from './rows.ts';

/** What the reading thread is asked, one at a time. */
export type SourceRequest = { table: string } | { sequences: true } | { close: true };
/** What it answers; no rows: there are no more. */
export type SourceAnswer =
  | { opened: true }
  | { rows: Row[] | null }
  | { sequences: Record<string, number> }
  | { closed: true };

/** A SQLite installation that is read while the tables of this process are those of Postgres. */
export interface Source {
  /** All rows of a table, in portions. */
  portions(table: string): AsyncGenerator<Row[]>;
  /** The last id that each table has given out. */
  sequences(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Opens the SQLite file of a folder for reading, alone. Throws a DatabaseError while the product has it open. */
export async function openSource(dataDir: string): Promise<Source> {
  const env = { ...process.env, DATABASE_URL: '' };
  const worker = new Worker(join(import.meta.dirname, 'source-worker.ts'), { env, workerData: dataDir });
  const ask = async (request: SourceRequest): Promise<SourceAnswer> => {
    worker.postMessage(request);
    return heard(worker);
  };
  await heard(worker);
  return {
    async *portions(table) {
      for (;;) {
        const answer = await ask({ table });
        if (!('rows' in answer) || answer.rows === null) return;
        yield answer.rows.map(withBuffers);
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

/** The next message; an error of the thread is thrown here. */
async function heard(worker: Worker): Promise<SourceAnswer> {
  const heardOf = new AbortController();
  const ended = async () => {
    await once(worker, 'exit', { signal: heardOf.signal });
    throw new Error('The thread that reads the SQLite file ended');
  };
  try {
    // `once` rejects when the thread ends with an error.
    const [answer] = await Promise.race([once(worker, 'message', { signal: heardOf.signal }), ended()]);
    return castTo<SourceAnswer>(answer);
  } catch (error) {
    // An error loses its class on the way between threads.
    throw error instanceof Error && error.name === 'DatabaseError' ? new DatabaseError(error.message) : error;
  } finally {
    heardOf.abort();
  }
}

/** Buffers arrive as plain byte arrays. */
function withBuffers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
    ]),
  );
}
