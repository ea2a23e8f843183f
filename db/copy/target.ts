import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { DatabaseError } from '../database.ts';
import { faultOf } from '../faults.ts';
import { Checksum } from './checksum.ts';
import { type CopiedTable, columnList } from './tables.ts';
import { copyHeader, copyTrailer, TupleReader } from './tuples.ts';

/** Writes tuples into a table by one COPY; returns what the generator of the tuples returns. */
export async function writeTuples<Result>(
  client: pg.PoolClient,
  described: CopiedTable,
  tuples: AsyncGenerator<Uint8Array, Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  async function* content() {
    yield copyHeader;
    for (let next = await tuples.next(); ; next = await tuples.next()) {
      if (next.done) {
        result = next;
        break;
      }
      yield next.value;
    }
    yield copyTrailer;
  }
  const statement = `copy "${described.name}" (${columnList(described)}) from stdin (format binary)`;
  try {
    await pipeline(Readable.from(content()), client.query(from(statement)));
  } catch (error) {
    if (!(error instanceof Error) || error instanceof DatabaseError || faultOf(error) !== null) throw error;
    // Other fields of the error have a row.
    throw new DatabaseError(`${described.name} cannot be copied: ${error.message}`);
  }
  if (!result) throw new TypeError(`${described.name} was not read to its end`);
  return result.value;
}

/** Checksum of the rows that a table has now. */
export async function storedChecksum(client: pg.PoolClient, described: CopiedTable): Promise<Checksum> {
  const checksum = new Checksum();
  const reader = new TupleReader((tuple) => checksum.add(tuple));
  const statement = `copy "${described.name}" (${columnList(described)}) to stdout (format binary)`;
  for await (const chunk of client.query(to(statement))) reader.push(chunk);
  return checksum;
}
