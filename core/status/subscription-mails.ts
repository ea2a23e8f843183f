import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { atomically } from '../../db/query/atomically.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { statusUpdates } from '../../db/schema/status.ts';
import { statusMails, statusSubscribers } from '../../db/schema/status-subscribers.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import {
  mailStatusConfirmation,
  sendStatusMail,
  sendStatusMails,
  statusBatchKey,
  statusBatchSize,
  statusConfirmationKey,
  statusMailKey,
  statusMailsKey,
  storeStatusMails,
} from './subscription-jobs.ts';
import { isConfirmationDue, isOver, subscribedAt } from './subscriptions.ts';

/** Mails stored in one transaction, and rows that one sweep reads or deletes at a time. */
const batchSize = 500;
/** The sweep skips mails younger than this: they are still in the queue. */
const minAgeMs = 60_000;
/** Mails older than this are given up: the news is old. */
const maxAgeMs = 86_400_000;
/** How long mails stay stored. */
const keptMs = 30 * 86_400_000;

/** Enqueues the storing of an update's mails. If the queue is down, the sweep does it later. */
export async function announceUpdate(deps: Pick<CoreDependencies, 'queue' | 'log'>, updateId: number): Promise<void> {
  await enqueueStored(deps, storeStatusMails, { updateId }, { dedupeKey: statusMailsKey(updateId) });
}

/**
 * Stores a mail for each confirmed subscriber of an update, a batch with its place in one transaction, and enqueues them. After a
 * crash the next run continues at the place; a mail that is stored already is not stored again.
 */
export async function storeMails(deps: CoreDependencies, updateId: number): Promise<void> {
  const { db } = deps;
  for (;;) {
    const [update] = await db
      .select({ at: statusUpdates.at, storedTo: statusUpdates.mailsStoredTo })
      .from(statusUpdates)
      .where(and(eq(statusUpdates.id, updateId), isNotNull(statusUpdates.mailsStoredTo)));
    if (!update || update.storedTo === null) return;
    const { at, storedTo } = update;
    const isNext = and(gt(statusSubscribers.id, storedTo), subscribedAt(at));
    const next = await db
      .select({ id: statusSubscribers.id })
      .from(statusSubscribers)
      .where(isNext)
      .orderBy(asc(statusSubscribers.id))
      .limit(batchSize);
    const last = next.at(-1)?.id ?? storedTo;
    const isSamePlace = and(eq(statusUpdates.id, updateId), eq(statusUpdates.mailsStoredTo, storedTo));
    const [stored] = await atomically(db, (tx) => [
      insertSelected(
        tx,
        statusMails,
        { updateId, subscriberId: statusSubscribers.id, createdAt: deps.now() },
        sql`${statusSubscribers} where ${and(isNext, lte(statusSubscribers.id, last))}`,
      )
        .onConflictDoNothing()
        .returning({ id: statusMails.id }),
      tx
        .update(statusUpdates)
        .set({ mailsStoredTo: next.length < batchSize ? null : last })
        .where(isSamePlace),
    ]);
    await enqueueBatches(deps, stored);
  }
}

/** Enqueues the batches of mails, behind the mails of people who wait for theirs, such as links for a new password. */
async function enqueueBatches(deps: CoreDependencies, mails: readonly { id: number }[]): Promise<void> {
  for (const batch of new Set(mails.map(({ id }) => Math.floor(id / statusBatchSize)))) {
    await enqueueStored(deps, sendStatusMails, { batch }, { dedupeKey: statusBatchKey(batch), priority: 'low' });
    await yieldToEventLoop();
  }
}

/** Condition for mails that are to be sent. */
export function isUnsent(now: Date) {
  return and(isNull(statusMails.mailedAt), gt(statusMails.createdAt, new Date(Number(now) - maxAgeMs)));
}

/** Enqueues a mail that failed. */
export async function enqueueMail(deps: CoreDependencies, mailId: number, delaySeconds: number): Promise<void> {
  const options = { dedupeKey: statusMailKey(mailId), delaySeconds, priority: 'low' } as const;
  await enqueueStored(deps, sendStatusMail, { mailId }, options);
}

/** Enqueues what the queue has lost. The rows are the truth; dedupe keys prevent duplicates. */
export async function enqueueLostMails(deps: CoreDependencies): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const oldest = new Date(Number(now) - maxAgeMs);
  const asked = await db
    .select({ id: statusSubscribers.id })
    .from(statusSubscribers)
    .where(and(isConfirmationDue(now), lt(statusSubscribers.mailAttempts, mailStatusConfirmation.retry.attempts)))
    .orderBy(asc(statusSubscribers.askedAt))
    .limit(batchSize);
  for (const { id } of asked)
    await enqueueStored(deps, mailStatusConfirmation, { subscriberId: id }, { dedupeKey: statusConfirmationKey(id) });
  const unstored = await db
    .select({ id: statusUpdates.id })
    .from(statusUpdates)
    .where(and(isNotNull(statusUpdates.mailsStoredTo), gt(statusUpdates.at, oldest)));
  for (const { id } of unstored) await announceUpdate(deps, id);
  const unsent = await db
    .select({ id: statusMails.id, attempts: statusMails.attempts })
    .from(statusMails)
    .where(
      and(
        isUnsent(now),
        // After the last attempt the job is parked and needs an operator.
        lt(statusMails.attempts, sendStatusMail.retry.attempts),
        lt(statusMails.createdAt, new Date(Number(now) - minAgeMs)),
      ),
    )
    .orderBy(asc(statusMails.createdAt), asc(statusMails.id))
    .limit(batchSize);
  await enqueueBatches(
    deps,
    unsent.filter(({ attempts }) => attempts === 0),
  );
  for (const { id, attempts } of unsent) if (attempts > 0) await enqueueMail(deps, id, 0);
}

/** Deletes addresses that were not confirmed in time, and old mails. Returns the number of addresses. */
export async function deleteOldSubscriptions({ db, now }: Pick<CoreDependencies, 'db' | 'now'>): Promise<number> {
  const deleted = await db.delete(statusSubscribers).where(isOver(now())).returning({ id: statusSubscribers.id });
  const before = new Date(Number(now()) - keptMs);
  for (;;) {
    const old = await db
      .select({ id: statusMails.id })
      .from(statusMails)
      .where(lt(statusMails.createdAt, before))
      .limit(batchSize);
    if (old.length === 0) return deleted.length;
    await db.delete(statusMails).where(
      inArray(
        statusMails.id,
        old.map(({ id }) => id),
      ),
    );
    await yieldToEventLoop();
  }
}
