import { and, eq } from 'drizzle-orm';
import { statusRank } from '../../contract/telephony.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';
import { findAccount } from './account-access.ts';
import { findContact } from './contacts.ts';
import { failureReason } from './failure-reason.ts';
import { queueMessage, sendQueued } from './queue-message.ts';
import { readUsage, returnToLimit, takeFromLimit } from './usage.ts';

/**
 * Sends a test message to a contact; returns the id of its row in the log. The messages of a client count against the
 * account's daily limit.
 */
export async function sendTestMessage(
  deps: CoreDependencies,
  { contactId, text, requestId }: { contactId: number; text: string; requestId: string },
  scope: number | null,
): Promise<{ id: number }> {
  const contact = await findContact(deps.db, contactId, scope);
  const account = await findAccount(deps, contact.parentId);
  if (!account?.isActive) throw invalid({ text: 'The account is not active' });
  if (!contact.isActive) throw invalid({ text: 'The contact is not active' });
  if (contact.optedOutAt)
    throw invalid({ text: 'The contact replied STOP; only START from the same number undoes this' });
  const eventKey = `test-${requestId}`;
  const isSent = and(eq(telephonyMessages.eventKey, eventKey), eq(telephonyMessages.contactId, contactId));
  if ((await deps.db.$count(telephonyMessages, isSent)) > 0) throw alreadySent();
  const isLimited = scope !== null;
  if (isLimited && !(await takeFromLimit(deps, account.id, 'test', 1))) throw limitReached(account.testsPerDay);
  const [queued] = await queueMessage(deps.db, { eventKey, contactId, text, now: deps.now() });
  if (!queued) {
    // The same request at the same time was faster.
    if (isLimited) await returnToLimit(deps, account.id, 'test', 1);
    throw alreadySent();
  }
  await sendQueued(deps, [queued]);
  return queued;
}

const alreadySent = () => invalid({ text: 'This message has already been sent' });
const limitReached = (limit: number) =>
  invalid({
    text: `The limit of ${limit} test messages a day is reached. It starts again at 00:00 UTC; an Admin can raise it`,
  });

/** What an account's users have used of its test messages today; null for an Admin, whose tests have no limit. */
export async function testUsage(deps: CoreDependencies, contactId: number, scope: number | null) {
  const contact = await findContact(deps.db, contactId, scope);
  const account = scope === null ? undefined : await findAccount(deps, contact.parentId);
  return account ? readUsage(deps.db, account, 'test', deps.now()) : null;
}

/** Delivery progress of a message. Throws 404 if the scope may not see it. */
export async function messageProgress(deps: CoreDependencies, id: number, scope: number | null) {
  const [row] = await deps.db.select().from(telephonyMessages).where(eq(telephonyMessages.id, id));
  if (!row || (scope !== null && row.telephonyClientId !== scope)) throw notFound('This message');
  const { status, providerStatus, delivery, attempts, segments } = row;
  return {
    id,
    status: providerStatus ?? status,
    isFinal: statusRank[status] >= statusRank.failed,
    isAccepted: delivery === 'done',
    attempts,
    segments,
    reason: failureReason(row),
  };
}
