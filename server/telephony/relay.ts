import { and, asc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import type { AccountRow } from '../../core/telephony/account-access.ts';
import { telephonyMessages as log, telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../dependencies.ts';
import { relayPrefix } from './incoming-text.ts';

/** Loop protection: messages of one sender that are relayed within this time, and those of them with the same text. */
const windowMs = 10 * 60 * 1000;
const maxInWindow = 30;
const maxSameInWindow = 5;

/** A message that an account received. */
export interface Incoming {
  messageSid: string;
  from: string;
  /** The text with the links of its attachments. */
  text: string;
}

/** Why a message must not be relayed because two machines seem to answer each other; null if it may be. */
export async function loopReason(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  account: AccountRow,
  { messageSid, from, text }: Incoming,
): Promise<string | null> {
  // Another installation relays a message of this account back to it.
  if (text.startsWith(relayPrefix(account.twilioPhoneNumber)))
    return 'Not relayed: this is a message of this number that came back.';
  const recent = await db
    .select({ body: log.body })
    .from(log)
    .where(
      and(
        eq(log.requestFrom, from),
        gt(log.createdOn, new Date(Number(now()) - windowMs)),
        eq(log.telephonyClientId, account.id),
        isNotNull(log.handledAt),
        ne(log.messageSid, messageSid),
      ),
    )
    .limit(maxInWindow);
  if (recent.length >= maxInWindow)
    return `Not relayed: the sender sent more than ${maxInWindow} messages within ten minutes.`;
  if (recent.filter(({ body }) => body === text).length >= maxSameInWindow)
    return `Not relayed: the sender sent the same text more than ${maxSameInWindow} times within ten minutes.`;
  return null;
}

/** Active contacts except the sender and our own accounts' numbers, which could relay to each other endlessly. */
export async function findRelayContacts(
  { db }: Pick<Dependencies, 'db'>,
  account: AccountRow,
  from: string,
): Promise<{ id: number }[]> {
  const contacts = await db
    .select({ id: telephonyContacts.id, number: telephonyContacts.twilioPhoneNumber })
    .from(telephonyContacts)
    .where(
      and(
        eq(telephonyContacts.parentId, account.id),
        eq(telephonyContacts.isActive, true),
        ne(telephonyContacts.twilioPhoneNumber, from),
      ),
    )
    .orderBy(asc(telephonyContacts.position), asc(telephonyContacts.id));
  const ownNumbers = await db
    .select({ number: telephonyClients.twilioPhoneNumber })
    .from(telephonyClients)
    .where(
      inArray(
        telephonyClients.twilioPhoneNumber,
        contacts.map(({ number }) => number),
      ),
    );
  const accountNumbers = new Set(ownNumbers.map(({ number }) => number));
  return contacts.filter(({ number }) => !accountNumbers.has(number));
}
