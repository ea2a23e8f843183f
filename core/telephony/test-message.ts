import { eq } from 'drizzle-orm';
import { statusRank } from '../../contract/telephony.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';
import { findAccount } from './account-access.ts';
import { findContact } from './contacts.ts';
import { failureReason } from './failure-reason.ts';
import { queueMessage, sendQueued } from './queue-message.ts';

/** Sends a test message to a contact; returns the id of its row in the log. */
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
  const message = { eventKey: `test-${requestId}`, contactId, text, now: deps.now() };
  const [queued] = await queueMessage(deps.db, message);
  if (!queued) throw invalid({ text: 'This message has already been sent' });
  await sendQueued(deps, [queued]);
  return queued;
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
