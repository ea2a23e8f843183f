import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database.ts';
import { contentRevision } from '../schema/content.ts';

/** Counts a content write. Belongs in the same `atomically` call as the write. */
export function nextRevision(tx: Pick<Transaction, 'update'>) {
  return tx
    .update(contentRevision)
    .set({ revision: sql`${contentRevision.revision} + 1` })
    .where(eq(contentRevision.id, 1));
}

/** The number of content writes so far. */
export async function readRevision(db: Database): Promise<number> {
  const [row] = await db.select({ revision: contentRevision.revision }).from(contentRevision);
  return row?.revision ?? 0;
}
