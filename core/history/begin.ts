import type { Database } from '../../db/database.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { recordAllFound } from '../content/history-entries.ts';

/** Begins the history with the rows as they are, unless it has begun. */
export async function beginHistory(db: Database, at: Date): Promise<void> {
  const [begun] = await db.select({ id: contentHistory.id }).from(contentHistory).limit(1);
  if (!begun) await recordAllFound(db, at);
}
