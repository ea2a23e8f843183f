import { castTo } from '../../contract/cast.ts';
import type { Row } from '../../core/content/read.ts';
import type { RecordDefinition, RecordTable } from '../../core/content/record.ts';
import type { Caller } from './route.ts';

/** A record's procedures (server/content/record-router.ts). */
export interface Procedures<Table extends RecordTable> {
  list(input: { parentId?: number; release?: number | undefined }): Promise<Row<Table>[]>;
  published(): Promise<Row<Table>[]>;
  save(input: {
    id?: number | undefined;
    parentId?: number | undefined;
    version?: number | undefined;
    release?: number | undefined;
    values: Record<string, unknown>;
  }): Promise<{ id: number }>;
  delete(input: { id: number; release?: number }): Promise<unknown>;
  reorder(input: { ids: number[]; from: number[]; release?: number }): Promise<unknown>;
}

/** The record's procedures, which the router has under its section and key (server/content/router.ts). */
export function proceduresOf<Table extends RecordTable>(
  caller: Caller,
  { section, key }: RecordDefinition<Table>,
): Procedures<Table> {
  // A lookup by name loses the types. The record's own schema has parsed the values of a save before.
  const found = castTo<Record<string, Record<string, Procedures<Table>>>>(caller)[section]?.[key];
  if (found) return found;
  throw new TypeError(`${section}.${key} has no procedures`);
}
