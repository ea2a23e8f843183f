import type { Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { sendAlarmMails } from '../health/alarm-mails.ts';
import { returnedIds, sendQueued } from '../telephony/queue-message.ts';
import { type Stored, sendDeliveries } from './deliveries.ts';

/**
 * Stores notifications in one transaction with the statements of their events, then starts sending. Returns how many were stored: a
 * repeated call stores none.
 */
export async function storeAndSend(
  deps: CoreDependencies,
  build: (tx: Transaction) => { stored: readonly Stored[]; further: readonly Statement[] },
): Promise<{ messages: number; deliveries: number; mails: number }> {
  let places: Stored['as'][] = [];
  const results: readonly unknown[] = await atomically(deps.db, (tx) => {
    const { stored, further } = build(tx);
    places = stored.map((one) => one.as);
    return [...stored.map(({ statement }) => statement), ...further];
  });
  const idsOf = (as: Stored['as']) => places.flatMap((one, place) => (one === as ? returnedIds(results[place]) : []));
  const [messages, deliveries, mails] = [idsOf('message'), idsOf('delivery'), idsOf('mail')];
  await sendQueued(deps, messages);
  await sendDeliveries(deps, deliveries);
  await sendAlarmMails(deps, mails);
  return { messages: messages.length, deliveries: deliveries.length, mails: mails.length };
}
