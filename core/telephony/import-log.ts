import { eq, inArray } from 'drizzle-orm';
import { segmentsIn } from '../../contract/sms-segments.ts';
import { statusRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import type { Statement } from '../../db/query/statement.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import type { TwilioMessage } from '../providers/twilio.ts';
import { errorOf, knownStatus, type Told } from './delivery-status.ts';
import { type Entry, entriesAtOnce, writeEntries } from './write-log-rows.ts';

/** Which of our accounts a message of a provider's account belongs to: several may share one SID, each with its number. */
export type Owner = (message: TwilioMessage) => number | null;

/** Reads who owns what in the provider's account. */
export async function ownerIn(db: Database, accountSid: string): Promise<Owner> {
  const accounts = await db
    .select({ id: telephonyClients.id, number: telephonyClients.twilioPhoneNumber })
    .from(telephonyClients)
    .where(eq(telephonyClients.accountSid, accountSid));
  const byNumber = new Map(accounts.map(({ id, number }) => [number, id]));
  const only = accounts.length === 1 ? (accounts[0]?.id ?? null) : null;
  return ({ from, to }) => byNumber.get(from ?? '') ?? byNumber.get(to ?? '') ?? only;
}

/**
 * Brings entries of the provider's log over, new ones and changes, and then does `also`; cut off in between, the same
 * page is brought over again. A message that is known keeps its owner and everything but a status that is further on.
 */
export async function importMessages(
  db: Database,
  accountSid: string,
  owner: Owner,
  messages: readonly TwilioMessage[],
  also: (tx: Pick<Database, 'insert' | 'update' | 'delete'>) => Statement[],
): Promise<void> {
  // One statement must not meet the same message twice.
  const rows = [...new Map(messages.map((message) => [message.sid, rowOf(message, accountSid, owner)])).values()];
  for (let start = 0; start < rows.length; start += entriesAtOnce) {
    const portion = await withNews(db, rows.slice(start, start + entriesAtOnce));
    if (portion.length > 0) await writeEntries(db, portion);
  }
  await atomically(db, also);
}

/** Rows that are not known as far on: writing the others would change nothing, but use up an id each on Postgres. */
async function withNews(db: Database, entries: readonly Entry[]): Promise<Entry[]> {
  const sids = entries.flatMap(({ messageSid }) => messageSid ?? []);
  const known = await db
    .select({ messageSid: log.messageSid, rank: log.rank })
    .from(log)
    .where(inArray(log.messageSid, sids));
  const ranks = new Map(known.map(({ messageSid, rank }) => [messageSid, rank]));
  return entries.filter(({ messageSid, rank }) => (ranks.get(messageSid ?? null) ?? -1) < rank);
}

function rowOf(message: TwilioMessage, accountSid: string, owner: Owner): Entry {
  const status = knownStatus(message.status) ?? 'queued';
  const isIncoming = message.direction === 'inbound';
  const created = Date.parse(message.date_created ?? message.date_sent ?? '');
  return {
    telephonyClientId: owner(message),
    fromNumber: message.from ?? '',
    requestFrom: isIncoming ? (message.from ?? '') : '',
    toNumber: message.to ?? '',
    accountSid,
    messageSid: message.sid,
    status,
    rank: statusRank[status],
    createdOn: new Date(Number.isNaN(created) ? 0 : created),
    segments: segmentsIn(message.num_segments),
    body: message.body ?? null,
    response: message,
    error: errorOf(toldBy(message)),
  };
}

/** An entry of the provider's log as the rest of the product takes it. */
export function toldBy(message: TwilioMessage): Told {
  return {
    messageSid: message.sid,
    status: message.status,
    errorCode: message.error_code ?? null,
    errorMessage: message.error_message ?? null,
    response: message,
  };
}
