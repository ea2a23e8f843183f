import { eq } from 'drizzle-orm';
import { parseSegments } from '../../contract/sms-segments.ts';
import { finalRank, statusRank } from '../../contract/telephony.ts';
import type { Database, Statement } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { isOneOfGiven, listOf } from '../../db/query/json-rows.ts';
import { prepared } from '../../db/query/prepared.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import type { TwilioMessage } from '../providers/twilio.ts';
import { errorOf, knownStatus, markContact, unknownStatus, updateOf } from './delivery-status.ts';
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

/** The log that messages come from, and the time of the import. */
export interface LogSource {
  accountSid: string;
  owner: Owner;
  now: Date;
}

/**
 * Imports new and changed entries of the provider's log, then runs the statements of `afterwards`; after a crash in
 * between, the same page is imported again. The status of a known message only moves forwards.
 */
export async function importMessages(
  db: Database,
  source: LogSource,
  messages: readonly TwilioMessage[],
  afterwards: (tx: Pick<Database, 'insert' | 'update' | 'delete'>) => Statement[],
): Promise<void> {
  // One statement must not contain the same message twice.
  const rows = [...new Map(messages.map((message) => [message.sid, rowOf(message, source)])).values()];
  for (let start = 0; start < rows.length; start += maxBatchSize) {
    const batch = rows.slice(start, start + maxBatchSize);
    const known = await readKnown(db, batch);
    const changed = batch.filter((entry) => isNews(entry, known.get(entry.messageSid)));
    const entries = changed.map((entry) => withKnownWords(entry, known.get(entry.messageSid)));
    await writeEntries(db, entries);
    for (const { messageSid, error } of entries)
      if (error) await markContact(db, known.get(messageSid)?.contactId ?? null, error.code, source.now);
  }
  await atomically(db, afterwards);
}

type Known = Pick<
  typeof log.$inferSelect,
  'messageSid' | 'status' | 'rank' | 'providerStatus' | 'contactId' | 'response' | 'error'
>;

const knownRows = prepared<Known[]>((db) => {
  const { messageSid, status, rank, providerStatus, contactId, response, error } = log;
  return db
    .select({ messageSid, status, rank, providerStatus, contactId, response, error })
    .from(log)
    .where(isOneOfGiven(messageSid, 'sids'));
});

/** The stored rows of these entries, by SID. */
async function readKnown(db: Database, entries: readonly Entry[]): Promise<Map<string | null, Known>> {
  const rows = await knownRows(db, { sids: listOf(entries.map(({ messageSid }) => messageSid)) });
  return new Map(rows.map((row) => [row.messageSid, row]));
}

/** True if an entry is new, further along, or has other details; on Postgres, writing an unchanged row uses up an id. */
function isNews(entry: Entry, known: Known | undefined): boolean {
  if (!known) return true;
  const isChanged = () => JSON.stringify(entry.response) !== JSON.stringify(known.response);
  if (entry.providerStatus !== null) return known.rank < finalRank && isChanged();
  return entry.rank > known.rank || (entry.status === known.status && isChanged());
}

/** Keeps the words of a known error where the provider's log has its code only. */
function withKnownWords(entry: Entry, known: Known | undefined): Entry {
  if (entry.error?.message !== '' || typeof known?.error !== 'object' || known.error === null) return entry;
  const { code, message } = { code: null, message: null, ...known.error };
  const isSame = code === entry.error.code && typeof message === 'string';
  return isSame ? { ...entry, error: { code, message } } : entry;
}

function rowOf(message: TwilioMessage, { accountSid, owner, now }: LogSource): Entry {
  const status = knownStatus(message.status) ?? 'queued';
  const isIncoming = message.direction === 'inbound';
  const created = Date.parse(message.date_created ?? message.date_sent ?? '');
  const isUndated = Number.isNaN(created);
  return {
    telephonyClientId: owner(message),
    fromNumber: message.from ?? '',
    requestFrom: isIncoming ? (message.from ?? '') : '',
    toNumber: message.to ?? '',
    accountSid,
    messageSid: message.sid,
    status,
    rank: statusRank[status],
    providerStatus: unknownStatus(message.status),
    createdOn: isUndated ? now : new Date(created),
    isUndated: isUndated || null,
    segments: parseSegments(message.num_segments),
    body: message.body ?? null,
    response: message,
    error: errorOf(updateOf(message)),
  };
}
