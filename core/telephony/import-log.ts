import { eq, inArray } from 'drizzle-orm';
import { parseSegments } from '../../contract/sms-segments.ts';
import { statusRank } from '../../contract/telephony.ts';
import type { Database, Statement } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import type { TwilioMessage } from '../providers/twilio.ts';
import { type DeliveryUpdate, errorOf, knownStatus } from './delivery-status.ts';
import { type Entry, maxBatchSize, writeEntries } from './write-log-rows.ts';

/** Finds the account a message belongs to: several accounts may share an AccountSID, each with its own number. */
export type Owner = (message: TwilioMessage) => number | null;

/** Reads the accounts that share an AccountSID; returns the function that finds a message's owner. */
export async function readOwners(db: Database, accountSid: string): Promise<Owner> {
  const accounts = await db
    .select({ id: telephonyClients.id, number: telephonyClients.twilioPhoneNumber })
    .from(telephonyClients)
    .where(eq(telephonyClients.accountSid, accountSid));
  const byNumber = new Map(accounts.map(({ id, number }) => [number, id]));
  const only = accounts.length === 1 ? (accounts[0]?.id ?? null) : null;
  return ({ from, to }) => byNumber.get(from ?? '') ?? byNumber.get(to ?? '') ?? only;
}

/**
 * Imports new and changed entries of the provider's log, then runs the statements of `afterwards`; after a crash in
 * between, the same page is imported again. A known message changes only if its status is further along.
 */
export async function importMessages(
  db: Database,
  accountSid: string,
  owner: Owner,
  messages: readonly TwilioMessage[],
  afterwards: (tx: Pick<Database, 'insert' | 'update' | 'delete'>) => Statement[],
): Promise<void> {
  // One statement must not contain the same message twice.
  const rows = [...new Map(messages.map((message) => [message.sid, rowOf(message, accountSid, owner)])).values()];
  for (let start = 0; start < rows.length; start += maxBatchSize) {
    const changed = await onlyChanged(db, rows.slice(start, start + maxBatchSize));
    if (changed.length > 0) await writeEntries(db, changed);
  }
  await atomically(db, afterwards);
}

/** The rows that are new or further along; on Postgres, writing an unchanged row would use up an id. */
async function onlyChanged(db: Database, entries: readonly Entry[]): Promise<Entry[]> {
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
    segments: parseSegments(message.num_segments),
    body: message.body ?? null,
    response: message,
    error: errorOf(toDeliveryUpdate(message)),
  };
}

/** Converts a message of the provider's API. */
function toDeliveryUpdate(message: TwilioMessage): DeliveryUpdate {
  return {
    messageSid: message.sid,
    status: message.status,
    errorCode: message.error_code ?? null,
    errorMessage: message.error_message ?? null,
    response: message,
  };
}
