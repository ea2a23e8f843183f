import { sql } from 'drizzle-orm';
import { deskVisits } from '../../db/schema/desk.ts';
import type { CoreDependencies } from '../dependencies.ts';

/** A visit ends after this time without a request, in milliseconds. */
const visitGapMs = 30 * 60_000;

/**
 * Notes that a user looks at the dashboard, and answers when the user's visit before this one ended; null on the first one. Kept
 * on the server, because a logout clears the browser's storage.
 */
export async function noteVisit(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  userId: number,
): Promise<{ since: Date | null }> {
  const at = now();
  const { seenAt, previousAt } = deskVisits;
  const ended = sql`${seenAt} < ${sql.param(new Date(Number(at) - visitGapMs), seenAt)}`;
  const [visit] = await db
    .insert(deskVisits)
    .values({ userId, seenAt: at })
    .onConflictDoUpdate({
      target: deskVisits.userId,
      set: { seenAt: at, previousAt: sql`case when ${ended} then ${seenAt} else ${previousAt} end` },
    })
    .returning({ since: previousAt });
  return { since: visit?.since ?? null };
}
