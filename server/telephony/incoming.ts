import { and, asc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { countSegments, parseSegments } from '../../contract/sms-segments.ts';
import { statusRank } from '../../contract/telephony.ts';
import { invalid } from '../../core/errors.ts';
import type { AccountRow } from '../../core/telephony/account-access.ts';
import { queueMessage, returnedIds, sendQueued } from '../../core/telephony/queue-message.ts';
import type { Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../dependencies.ts';
import { type FormFields, formField } from './signature.ts';

const log = telephonyMessages;

// The provider's default opt-out keywords.
const stopWords = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const startWords = /^(start|yes|unstop)$/i;
const helpWords = /^(help|info)$/i;

/**
 * Handles a message sent to an account's number: logs it and relays it to the account's active contacts, or obeys STOP,
 * START and HELP. A repeated delivery changes nothing. Returns the text of the reply; null for none.
 */
export async function receiveMessage(
  deps: Dependencies,
  account: AccountRow,
  form: FormFields,
): Promise<string | null> {
  const messageSid = formField(form, 'MessageSid') || formField(form, 'SmsSid');
  const from = formField(form, 'From');
  const body = formField(form, 'Body').replaceAll('\0', '');
  if (!/^[A-Z]{2}[0-9a-fA-F]{32}$/.test(messageSid)) throw invalid({ MessageSid: 'MessageSid is missing' });
  const word = body.trim();
  const isHelp = helpWords.test(word);
  if (!(await isHandled(deps, messageSid))) {
    const isCommand = stopWords.test(word) || startWords.test(word) || isHelp;
    const contacts = isCommand || !account.isActive ? [] : await findRelayContacts(deps, account, from);
    const results = await atomically(deps.db, (tx) => {
      const relays = contacts.map(({ id: contactId }) =>
        queueMessage(tx, {
          eventKey: `incoming-${messageSid}`,
          contactId,
          text: `${from}: ${body}`,
          requestFrom: from,
          now: deps.now(),
        }),
      );
      return [
        ...relays,
        ...logMessage(deps, tx, account, form, messageSid),
        ...updateOptOut(deps, tx, account, from, word),
      ];
    });
    await sendQueued(deps, results.slice(0, contacts.length).flatMap(returnedIds));
  }
  // OptOutType means that the provider's own opt-out handling has already replied.
  if (!isHelp || formField(form, 'OptOutType') !== '') return null;
  const sender = account.clientName || account.projectName;
  return `${account.projectName}: messages from ${sender}. Reply STOP to unsubscribe, START to subscribe again.`;
}

async function isHandled({ db }: Dependencies, messageSid: string): Promise<boolean> {
  const [known] = await db
    .select({ id: log.id })
    .from(log)
    .where(and(eq(log.messageSid, messageSid), isNotNull(log.handledAt)));
  return known !== undefined;
}

/** Statements that store the message; a log import may already have stored it. */
function logMessage(
  deps: Dependencies,
  tx: Transaction,
  account: AccountRow,
  form: FormFields,
  messageSid: string,
): Statement[] {
  const from = formField(form, 'From');
  const body = formField(form, 'Body').replaceAll('\0', '');
  const handledAt = deps.now();
  return [
    tx
      .insert(log)
      .values({
        telephonyClientId: account.id,
        fromNumber: from,
        requestFrom: from,
        toNumber: formField(form, 'To'),
        accountSid: account.accountSid,
        messageSid,
        status: 'received',
        rank: statusRank.received,
        createdOn: handledAt,
        handledAt,
        segments: parseSegments(formField(form, 'NumSegments')) ?? countSegments(body).segments,
        body,
        response: form,
      })
      .onConflictDoUpdate({ target: log.messageSid, set: { handledAt }, setWhere: isNull(log.handledAt) }),
  ];
}

/** Statements for STOP and START. */
function updateOptOut(
  deps: Dependencies,
  tx: Transaction,
  account: AccountRow,
  phoneNumber: string,
  word: string,
): Statement[] {
  if (stopWords.test(word)) {
    const optOut = { telephonyClientId: account.id, phoneNumber, optedOutAt: deps.now() };
    return [tx.insert(telephonyOptOuts).values(optOut).onConflictDoNothing()];
  }
  if (!startWords.test(word)) return [];
  return [
    tx
      .delete(telephonyOptOuts)
      .where(and(eq(telephonyOptOuts.telephonyClientId, account.id), eq(telephonyOptOuts.phoneNumber, phoneNumber))),
    tx
      .update(telephonyContacts)
      .set({ problem: null, problemCode: null, problemAt: null })
      .where(
        and(
          eq(telephonyContacts.parentId, account.id),
          eq(telephonyContacts.twilioPhoneNumber, phoneNumber),
          eq(telephonyContacts.problemCode, 21610),
        ),
      ),
  ];
}

/** Active contacts except the sender and our own accounts' numbers, which could relay to each other endlessly. */
async function findRelayContacts({ db }: Dependencies, account: AccountRow, from: string): Promise<{ id: number }[]> {
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
