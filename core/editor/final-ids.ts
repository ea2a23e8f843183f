import type { Database } from '../../db/database.ts';
import { reserveId } from '../../db/query/reserve-id.ts';
import { newestEntry } from '../history/newest-entry.ts';
import { type CheckedChanges, itemKey } from './check-changes.ts';

/** Final ids of the rows that a save creates, by their items in the request. */
export type FinalIds = ReadonlyMap<string, number>;

/** True for a row that the save creates. */
export function isCreated({ version }: { version?: number | undefined }): boolean {
  return version === undefined;
}

/** Chooses the ids of new rows. A deleted row comes back under its id if the history knows the row. */
export async function reserveIds(db: Database, { saves }: CheckedChanges): Promise<FinalIds> {
  const ids = new Map<string, number>();
  for (const save of saves) {
    if (!isCreated(save)) continue;
    const { definition, id } = save;
    const isKnown = id > 0 && (await newestEntry(db, definition, id)) !== undefined;
    ids.set(itemKey(save), isKnown ? id : await reserveId(db, definition.table));
  }
  return ids;
}

/** The final id of a row in the request. */
export function finalId(ids: FinalIds, path: string, id: number): number {
  return ids.get(itemKey({ path, id })) ?? id;
}
