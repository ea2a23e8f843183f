import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { subscribers } from '../../db/schema/subscribe.ts';
import type { CoreDependencies } from '../dependencies.ts';

export type Subscriber = typeof subscribers.$inferSelect;

/** Bytes of an unsubscribe token: more than can be guessed. */
const tokenBytes = 18;
/** Rows read at a time when all are wanted. */
const batch = 1000;

/** Stores the address once, whatever its case; one that had unsubscribed is active again and keeps its link. */
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

/** Whose unsubscribe link it is; undefined when the address was removed or the link is wrong. */
export async function findByToken(deps: CoreDependencies, token: string): Promise<Subscriber | undefined> {
  const [subscriber] = await deps.db.select().from(subscribers).where(eq(subscribers.token, token));
  return subscriber;
}

/** Ends a subscription; one that has ended already keeps its date. */
export async function unsubscribe(deps: CoreDependencies, subscriber: Subscriber): Promise<void> {
  await deps.db
    .update(subscribers)
    .set({ unsubscribedAt: deps.now() })
    .where(and(eq(subscribers.id, subscriber.id), isNull(subscribers.unsubscribedAt)));
}

/** Where a subscriber's mails link to, also in their List-Unsubscribe header (RFC 8058). */
export function unsubscribeAddress(publicUrl: string, subscriber: Subscriber): string {
  return `${publicUrl}/unsubscribe/${subscriber.token}`;
}

/** Every subscriber in the order they came, or the active ones; read in batches, so that any number fits in memory. */
export async function* allSubscribers(deps: CoreDependencies, which: 'all' | 'active'): AsyncGenerator<Subscriber> {
  const wanted = which === 'active' ? isNull(subscribers.unsubscribedAt) : undefined;
  for (let last = 0; ; ) {
    const rows = await deps.db
      .select()
      .from(subscribers)
      .where(and(gt(subscribers.id, last), wanted))
      .orderBy(asc(subscribers.id))
      .limit(batch);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end.id;
  }
}
