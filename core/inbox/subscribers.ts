import { and, asc, eq, gt, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { consent, type SubscriptionState } from '../../contract/subscribe.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { confirmationJobKey, mailConfirmation } from './jobs.ts';

export type Subscriber = typeof subscribers.$inferSelect;

/** Random bytes of a subscriber's token: enough to prevent guessing. */
const tokenBytes = 18;
/** Rows read at a time. */
const batchSize = 1000;
/** Another request for the same address sends another mail after this time at the earliest, and at most three mails. */
const minMailIntervalMs = 3_600_000;
const maxMails = 3;

/** Condition for addresses that wait for their confirmation. */
export const isWaiting = and(
  isNull(subscribers.unsubscribedAt),
  eq(subscribers.needsConfirmation, true),
  isNull(subscribers.confirmedAt),
);

/** Condition for addresses that receive newsletters. */
export const isSubscribed = and(
  isNull(subscribers.unsubscribedAt),
  or(eq(subscribers.needsConfirmation, false), isNotNull(subscribers.confirmedAt)),
);

/** Condition for waiting addresses whose mail is not handed over. */
export const isUnmailed = and(
  isWaiting,
  isNotNull(subscribers.confirmationDueAt),
  isNull(subscribers.confirmationMailedAt),
);

/** The state of a subscription. */
export function stateOf(
  row: Pick<Subscriber, 'unsubscribedAt' | 'needsConfirmation' | 'confirmedAt'>,
): SubscriptionState {
  if (row.unsubscribedAt) return 'unsubscribed';
  return row.needsConfirmation && !row.confirmedAt ? 'waiting' : 'subscribed';
}

/**
 * Stores the address once, case-insensitively, with the consent; an unsubscribed address becomes active again and keeps
 * its link. While mail is on, the address waits until its owner follows the link of a mail.
 */
export async function subscribe(deps: CoreDependencies, email: string, consentVersion: string): Promise<void> {
  const subscribedAt = deps.now();
  const needsConfirmation = deps.config.smtpUrl !== null;
  const isShown = consentVersion === consent.version;
  const started = {
    subscribedAt,
    needsConfirmation,
    consentText: isShown ? consent.text : '',
    consentVersion,
    consentedAt: isShown ? subscribedAt : null,
  };
  const address = email.toLowerCase();
  const token = deps.randomBytes(tokenBytes).toString('base64url');
  await deps.db
    .insert(subscribers)
    .values({ ...started, email: address, token })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { ...started, unsubscribedAt: null, confirmedAt: null, confirmationDueAt: null, confirmationMails: 0 },
      // Without mail nothing can confirm an address that waits.
      setWhere: needsConfirmation ? isNotNull(subscribers.unsubscribedAt) : not(sql`(${isSubscribed})`),
    });
  if (needsConfirmation) await askForConfirmation(deps, address);
}

/** Mails the link that confirms a waiting address; too many requests for the same address send nothing. */
async function askForConfirmation(deps: CoreDependencies, email: string): Promise<void> {
  const now = deps.now();
  const isDue = or(
    isNull(subscribers.confirmationDueAt),
    lt(subscribers.confirmationDueAt, new Date(Number(now) - minMailIntervalMs)),
  );
  const [asked] = await deps.db
    .update(subscribers)
    .set({
      confirmationDueAt: now,
      confirmationMailedAt: null,
      confirmationMails: sql`${subscribers.confirmationMails} + 1`,
    })
    .where(and(eq(subscribers.email, email), isWaiting, isDue, lt(subscribers.confirmationMails, maxMails)))
    .returning({ id: subscribers.id });
  if (!asked) return;
  const dedupeKey = confirmationJobKey(asked.id);
  await enqueueStored(deps, mailConfirmation, { subscriberId: asked.id }, { dedupeKey });
}

/** The subscriber of a link; undefined if the link is wrong or the address was deleted. */
export async function findByToken(deps: CoreDependencies, token: string): Promise<Subscriber | undefined> {
  const [subscriber] = await deps.db.select().from(subscribers).where(eq(subscribers.token, token));
  return subscriber;
}

/** Confirms a waiting subscription; returns false if there is nothing to confirm. */
export async function confirm(deps: CoreDependencies, { id }: Pick<Subscriber, 'id'>): Promise<boolean> {
  const confirmed = await deps.db
    .update(subscribers)
    .set({ confirmedAt: deps.now() })
    .where(and(eq(subscribers.id, id), isWaiting))
    .returning({ id: subscribers.id });
  return confirmed.length > 0;
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

/** The link with which a subscriber confirms the address. */
export function confirmAddress(publicUrl: string, subscriber: Subscriber): string {
  return `${publicUrl}/subscribe/confirm/${subscriber.token}`;
}

/** All or subscribed addresses, the oldest first, read in batches to limit memory. */
export async function* allSubscribers(deps: CoreDependencies, which: 'all' | 'active'): AsyncGenerator<Subscriber> {
  const condition: SQL | undefined = which === 'active' ? isSubscribed : undefined;
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
