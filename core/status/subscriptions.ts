import { and, count, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { statusMails, statusSubscribers } from '../../db/schema/status-subscribers.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { Config } from '../config/config.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { mailStatusConfirmation, statusConfirmationKey } from './subscription-jobs.ts';

export type StatusSubscriber = typeof statusSubscribers.$inferSelect;

/** Random bytes of a subscriber's token: enough to prevent guessing. */
const tokenBytes = 18;
/** How long the link that confirms an address works; an address without confirmation is deleted then. */
export const confirmationMs = 86_400_000;
/** Another request for the same address sends another mail after this time at the earliest, and at most three mails. */
const minMailIntervalMs = 3_600_000;
const maxConfirmationMails = 3;

/** True if the product can mail updates: it has a mail server, and its links lead back to it. */
export function takesSubscriptions({ smtpUrl, isPublicUrlSet }: Pick<Config, 'smtpUrl' | 'isPublicUrlSet'>): boolean {
  return smtpUrl !== null && isPublicUrlSet;
}

/**
 * Stores an address in lower case and sends a link that confirms it. A confirmed address does not change. Above the limits of an
 * address no mail is sent. The result is the same in all cases, so that nobody learns who is subscribed.
 */
export async function subscribeToStatus(deps: CoreDependencies, address: string): Promise<void> {
  if (!takesSubscriptions(deps.config)) throw conflict('This status page sends no mails.');
  const now = deps.now();
  const email = address.toLowerCase();
  const token = deps.randomBytes(tokenBytes).toString('base64url');
  const { confirmedAt, askedAt, confirmationMails } = statusSubscribers;
  const lastHour = new Date(Number(now) - minMailIntervalMs);
  const [asked] = await deps.db
    .insert(statusSubscribers)
    .values({ email, token, askedAt: now })
    .onConflictDoUpdate({
      target: statusSubscribers.email,
      set: { askedAt: now, askedMailAt: null, mailAttempts: 0, confirmationMails: sql`${confirmationMails} + 1` },
      setWhere: sql`(${and(isNull(confirmedAt), lte(askedAt, lastHour), lt(confirmationMails, maxConfirmationMails))})`,
    })
    .returning({ id: statusSubscribers.id });
  if (!asked) return;
  const dedupeKey = statusConfirmationKey(asked.id);
  await enqueueStored(deps, mailStatusConfirmation, { subscriberId: asked.id }, { dedupeKey });
}

/** Confirms a subscription; repeated calls change nothing. Returns false if the address is no longer stored. */
export async function confirmSubscription(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  id: number,
): Promise<boolean> {
  const row = eq(statusSubscribers.id, id);
  const isWaiting = isNull(statusSubscribers.confirmedAt);
  await db.update(statusSubscribers).set({ confirmedAt: now() }).where(and(row, isWaiting));
  return (await subscriberById(db, id)) !== undefined;
}

/** The subscriber with this id; undefined if the address is no longer stored. */
export async function subscriberById(db: Database, id: number): Promise<StatusSubscriber | undefined> {
  const [subscriber] = await db.select().from(statusSubscribers).where(eq(statusSubscribers.id, id));
  return subscriber;
}

/** The subscriber of an unsubscribe link; undefined if the link is wrong or the address is no longer stored. */
export async function subscriberByToken(db: Database, token: string): Promise<StatusSubscriber | undefined> {
  const [subscriber] = await db.select().from(statusSubscribers).where(eq(statusSubscribers.token, token));
  return subscriber;
}

/** Deletes a subscriber with the mails that are not sent yet. Returns false if there is none. */
export async function deleteSubscriber(db: Database, id: number): Promise<boolean> {
  const deleted = await db
    .delete(statusSubscribers)
    .where(eq(statusSubscribers.id, id))
    .returning({ id: statusSubscribers.id });
  return deleted.length > 0;
}

/** Removes a subscriber for the back office. The audit entry has no address: it would outlive the subscription. */
export async function removeSubscriber({ db }: { db: Database }, id: number, recordChange: RecordChange) {
  if (!(await deleteSubscriber(db, id))) throw notFound('This subscriber');
  recordChange({ record: 'Subscriber of the status page', id });
}

/** Subscribers, the newest first, behind the one with the id `cursor`; with the numbers of addresses and of mails to send. */
export async function listSubscribers(
  { db, config }: Pick<CoreDependencies, 'db' | 'config'>,
  page: { cursor: number | null; limit: number },
) {
  const { id, email, askedAt, confirmedAt } = statusSubscribers;
  const found = await db
    .select({ id, email, askedAt, confirmedAt })
    .from(statusSubscribers)
    .where(page.cursor === null ? undefined : lt(id, page.cursor))
    .orderBy(desc(id))
    .limit(page.limit + 1);
  const subscribers = found.slice(0, page.limit);
  const [counted] = await db.select({ all: count(), confirmed: count(confirmedAt) }).from(statusSubscribers);
  const { all, confirmed } = counted ?? { all: 0, confirmed: 0 };
  return {
    subscribers,
    nextCursor: found.length > page.limit ? (subscribers.at(-1)?.id ?? null) : null,
    confirmed,
    waiting: all - confirmed,
    unsentMails: await db.$count(statusMails, isNull(statusMails.mailedAt)),
    isOn: takesSubscriptions(config),
  };
}

/** Condition for addresses whose link to confirm has ended. */
export function isOver(now: Date) {
  return and(
    isNull(statusSubscribers.confirmedAt),
    lte(statusSubscribers.askedAt, new Date(Number(now) - confirmationMs)),
  );
}

/** Condition for addresses whose mail with the link is still to be sent. */
export function isConfirmationDue(now: Date) {
  const { askedAt, askedMailAt, confirmedAt } = statusSubscribers;
  return and(isNull(confirmedAt), isNull(askedMailAt), gt(askedAt, new Date(Number(now) - confirmationMs)));
}

/** Condition for addresses that get the mails of an update published at this time. */
export function subscribedAt(at: Date) {
  return and(isNotNull(statusSubscribers.confirmedAt), lte(statusSubscribers.confirmedAt, at));
}
