import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { pathOf } from '../content/history-entries.ts';
import type { RecordDefinition } from '../content/record.ts';
import type { StoredEntry } from './entries.ts';

/** A row's newest entry; of a deleted row its deletion. */
export async function newestEntry(
  db: Database,
  definition: RecordDefinition,
  rowId: number,
): Promise<StoredEntry | undefined> {
  const [entry] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.record, pathOf(definition)), eq(entries.rowId, rowId)))
    .orderBy(desc(entries.id))
    .limit(1);
  return entry;
}
