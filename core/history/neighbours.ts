import { gt, lt, max, min, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import type { Moment } from './restore-page.ts';

/** An entry of the change before a moment's change, and of the change after it; null at the ends of the history. */
export async function neighboursOf(
  db: Database,
  { id }: Moment,
): Promise<{ previous: number | null; next: number | null }> {
  const first = sql`(select min(id) from ${entries} where revision =
    (select revision from ${entries} where id = ${id}))`;
  const [before] = await db
    .select({ id: max(entries.id) })
    .from(entries)
    .where(lt(entries.id, first));
  const [after] = await db
    .select({ id: min(entries.id) })
    .from(entries)
    .where(gt(entries.id, id));
  return { previous: before?.id ?? null, next: after?.id ?? null };
}
