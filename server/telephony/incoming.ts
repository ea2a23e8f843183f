import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { countSegments, parseSegments } from '../../contract/sms-segments.ts';
import { statusRank } from '../../contract/telephony.ts';
import { acknowledgeBySms } from '../../core/alarms/sms-acknowledgement.ts';
import { invalid } from '../../core/errors.ts';
import type { AccountRow } from '../../core/telephony/account-access.ts';
import { type QueuedMessage, queueMessage, returnedIds, sendQueued } from '../../core/telephony/queue-message.ts';
import { returnToLimit, takeFromLimit } from '../../core/telephony/usage.ts';
import type { Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../dependencies.ts';
import { incomingText, relayTexts } from './incoming-text.ts';
import { keywordOf, updateOptOut } from './opt-out.ts';
import { findRelayContacts, type Incoming, loopReason } from './relay.ts';
import { type FormFields, formField } from './signature.ts';

/**
 * Handles a message sent to an account's number: logs it and relays it to the account's active contacts, or obeys STOP,
 * START, HELP and the acknowledgement of an alarm. A repeated delivery changes nothing. Returns the text of the reply; null for none.
 */
export async function receiveMessage(
  deps: Dependencies,
  account: AccountRow,
  form: FormFields,
): Promise<string | null> {
  const messageSid = formField(form, 'MessageSid') || formField(form, 'SmsSid');
  if (!/^[A-Z]{2}[0-9a-fA-F]{32}$/.test(messageSid)) throw invalid({ MessageSid: 'MessageSid is missing' });
  const incoming = { messageSid, from: formField(form, 'From'), text: incomingText(form) };
  const keyword = await keywordOf(deps.db, account, form);
  const acknowledged =
    keyword === null
      ? await acknowledgeBySms(deps.db, { accountId: account.id, from: incoming.from, text: incoming.text }, deps.now())
      : null;
  if (!(await isHandled(deps, account, messageSid))) {
    const isToRelay = keyword === null && acknowledged === null && account.isActive;
    const { relays, problem } = isToRelay ? await relaysOf(deps, account, incoming) : noRelays;
    const results = await atomically(deps.db, (tx) => [
      ...relays.map((relay) => queueMessage(tx, relay)),
      logMessage(deps, tx, account, form, incoming, problem),
      ...updateOptOut(tx, account, incoming.from, keyword, deps.now()),
    ]);
    const queued = results.slice(0, relays.length).flatMap(returnedIds);
    // The same delivery at the same time was faster.
    if (queued.length < relays.length) await returnToLimit(deps, account.id, 'relay', relays.length - queued.length);
    await sendQueued(deps, queued);
  }
  if (acknowledged !== null) return acknowledged;
  // OptOutType means that the provider's own opt-out handling has already replied.
  if (keyword !== 'help' || !account.answersHelp || formField(form, 'OptOutType') !== '') return null;
  const sender = account.clientName || account.projectName;
  return `${account.projectName}: messages from ${sender}. Reply STOP to unsubscribe, START to subscribe again.`;
}

async function isHandled({ db }: Dependencies, account: AccountRow, messageSid: string): Promise<boolean> {
  const isMessage = and(eq(log.messageSid, messageSid), eq(log.accountSid, account.accountSid));
  return (await db.$count(log, and(isMessage, isNotNull(log.handledAt)))) > 0;
}

interface Relays {
  relays: QueuedMessage[];
  /** Why the message is not relayed. */
  problem: string | null;
}

const noRelays: Relays = { relays: [], problem: null };

/** The messages that relay an incoming one, counted against the account's daily limit. */
async function relaysOf(deps: Dependencies, account: AccountRow, incoming: Incoming): Promise<Relays> {
  const { messageSid, from, text } = incoming;
  const loop = await loopReason(deps, account, incoming);
  if (loop !== null) return { relays: [], problem: loop };
  const contacts = await findRelayContacts(deps, account, from);
  const texts = relayTexts(from, text);
  const relays = contacts.flatMap(({ id: contactId }) =>
    texts.map((part, place) => ({
      eventKey: `incoming-${messageSid}${place === 0 ? '' : `-${place + 1}`}`,
      contactId,
      text: part,
      requestFrom: from,
      now: deps.now(),
    })),
  );
  if (relays.length === 0 || (await takeFromLimit(deps, account.id, 'relay', relays.length)))
    return { relays, problem: null };
  return {
    relays: [],
    problem: `Not relayed: the limit of ${account.relaysPerDay} relayed messages a day is reached.`,
  };
}

/** The statement that stores the message; a log import may already have stored it. */
function logMessage(
  deps: Dependencies,
  tx: Transaction,
  account: AccountRow,
  form: FormFields,
  { messageSid, from, text }: Incoming,
  problem: string | null,
) {
  const handledAt = deps.now();
  const error = problem === null ? null : { message: problem };
  return tx
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
      segments: parseSegments(formField(form, 'NumSegments')) ?? countSegments(text).segments,
      body: text,
      response: form,
      error,
    })
    .onConflictDoUpdate({
      target: log.messageSid,
      set: { handledAt, body: text, ...(error && { error }) },
      setWhere: and(isNull(log.handledAt), eq(log.accountSid, account.accountSid)) ?? isNull(log.handledAt),
    });
}
