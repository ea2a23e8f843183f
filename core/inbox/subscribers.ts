import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { subscribers } from '../../db/schema/subscribe.ts';
import type { CoreDependencies } from '../dependencies.ts';

export type Subscriber = typeof subscribers.$inferSelect;

/** Random bytes of an unsubscribe token: enough to prevent guessing. */
const tokenBytes = 18;
/** Rows read at a time. */
const batchSize = 1000;

/** Stores the address once, case-insensitively; an unsubscribed address becomes active again and keeps its link. */
export async function subscribe(deps: CoreDependencies, email: string): Promise<void> {
  const subscribedAt = deps.now();
  await deps.db
    .insert(subscribers)
    .values({ email: email.toLowerCase(), token: deps.randomBytes(tokenBytes).toString('base64url'), subscribedAt })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { subscribedAt, unsubscribedAt: null },
      setWhere: isNotNull(subscribers.unsubscribedAt),
    });
}

/** The subscriber of an unsubscribe link; undefined if the link is wrong or the address was deleted. */
export async function findByToken(deps: CoreDependencies, token: string): Promise<Subscriber | undefined> {
  const [subscriber] = await deps.db.select().from(subscribers).where(eq(subscribers.token, token));
  return subscriber;
}

/** Ends a subscription; an ended one keeps its date. */
export async function unsubscribe(deps: CoreDependencies, subscriber: Subscriber): Promise<void> {
  await deps.db
    .update(subscribers)
    .set({ unsubscribedAt: deps.now() })
    .where(and(eq(subscribers.id, subscriber.id), isNull(subscribers.unsubscribedAt)));
}

/** The unsubscribe link of a subscriber, also for the List-Unsubscribe header (RFC 8058). */
export function unsubscribeAddress(publicUrl: string, subscriber: Subscriber): string {
  return `${publicUrl}/unsubscribe/${subscriber.token}`;
}

/** All or active subscribers, the oldest first, read in batches to limit memory. */
export async function* allSubscribers(deps: CoreDependencies, which: 'all' | 'active'): AsyncGenerator<Subscriber> {
  const condition = which === 'active' ? isNull(subscribers.unsubscribedAt) : undefined;
  for (let last = 0; ; ) {
    const rows = await deps.db
      .select()
      .from(subscribers)
      .where(and(gt(subscribers.id, last), condition))
      .orderBy(asc(subscribers.id))
      .limit(batchSize);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return;
    last = end.id;
  }
}
