import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from '../database.ts';

/** A request to the reading thread. */
export type SourceRequest = { table: string } | 'sequences' | 'close';
/** What was read from a table. */
interface TableEnd {
  rows: number;
  /** Checksum of the rows (checksum.ts). */
  checksum: string;
  /** Texts with a NUL, which Postgres stores as U+FFFD. */
  replaced: number;
}
/** Answer of the reading thread. A table's last answer is its TableEnd. */
export type SourceAnswer =
  | 'opened'
  | { tuples: Uint8Array<ArrayBuffer> }
  | TableEnd
  | { sequences: Record<string, number> }
  | 'closed';

/** A SQLite installation that is read while the tables of this process are Postgres tables. */
export interface Source {
  /** All rows of a table as tuples of the COPY format, in chunks; returns what was read. */
  tuples(table: string): AsyncGenerator<Uint8Array, TableEnd>;
  /** The last id of each table. */
  sequences(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Opens the SQLite file of a folder for reading. Throws a DatabaseError if the file is missing or in use. */
export async function openSource(dataDir: string): Promise<Source> {
  const env = { ...process.env, DATABASE_URL: '' };
  const worker = new Worker(join(import.meta.dirname, 'source-worker.ts'), { env, workerData: dataDir });
  let last = nextAnswer(worker);
  /** Sends a request once the previous one is answered. */
  const ask = (request: SourceRequest): Promise<SourceAnswer> => {
    const send = () => {
      worker.postMessage(request);
      return nextAnswer(worker);
    };
    last = last.then(send);
    // An answer that a failed copy does not wait for any more.
    last.catch(() => {});
    return last;
  };
  await last;
  return {
    async *tuples(table) {
      let next = ask({ table });
      for (;;) {
        const answer = await next;
        if (typeof answer === 'string' || 'sequences' in answer)
          throw new TypeError('The thread that reads the SQLite file answered something else');
        if ('checksum' in answer) return answer;
        // The thread reads on while these rows are written.
        next = ask({ table });
        yield answer.tuples;
      }
    },
    async sequences() {
      const answer = await ask('sequences');
      return typeof answer === 'object' && 'sequences' in answer ? answer.sequences : {};
    },
    async close() {
      // A thread that has ended with an error is closed.
      await ask('close').catch(() => {});
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
