import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { contentRevision } from '../schema/content.ts';

/** The write that belongs in the same `atomically` call as every change of content. */
export function nextRevision(tx: Pick<Database, 'update'>) {
  return tx
    .update(contentRevision)
    .set({ revision: sql`${contentRevision.revision} + 1` })
    .where(eq(contentRevision.id, 1));
}

/** How many content writes there have been. */
export async function readRevision(db: Database): Promise<number> {
  const [row] = await db.select({ revision: contentRevision.revision }).from(contentRevision);
  return row?.revision ?? 0;
}
