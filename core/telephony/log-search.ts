import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { foldText } from '../../contract/find.ts';
import type { logTextSearch } from '../../contract/message-log.ts';
import { pageSize } from '../../contract/paging.ts';
import { compactNumber } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { olderThan, type Place, yieldToEventLoop } from '../../db/query/paging.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';
import { containsWord, type Word, wordsIn } from '../find/contains-word.ts';
import { codesAbout } from './failure-reason.ts';
import { planOf, scannedByDate, whereOf } from './log-conditions.ts';
import { type LogRow, readRows } from './log-rows.ts';

// No index answers a search for a part of a text. The search reads the messages that match the filters, the newest first,
// in slices between which other requests run, and stops after a page of results or its time; the answer names the place
// where the next one goes on.

/** Messages that one query reads. */
const sliceRows = 1000;
/** One answer takes about this long, so that a person sees the newest results at once. In milliseconds. */
const answerMs = 250;
/** Words of a search that count. */
const maxWords = 6;
/** Contacts and servers whose name contains a word. */
const maxNames = 500;

/** An answer of a search: rows, and where the next answer goes on (null: every message has been searched). */
export interface FoundRows {
  rows: LogRow[];
  next: Place | null;
}

/** Messages with every word in a number, the text, the names of contact and server, an id or the error. */
export async function searchLog(db: Database, input: z.output<typeof logTextSearch>): Promise<FoundRows> {
  const { text, cursor, ...filter } = input;
  const words = wordsOf(text);
  if (words.length === 0) return { rows: [], next: null };
  const { conditions, leading, where, count, isMany } = await planOf(db, filter);
  if (count === 0) return { rows: [], next: null };
  const matches = and(...(await Promise.all(words.map((word) => contains(db, word)))));
  const inFilter = isMany ? scannedByDate(conditions) : where;
  const dated = conditions.find(({ isDated }) => isDated);
  const filtered = isMany && dated && leading ? whereOf(dated, conditions) : inFilter;
  const began = performance.now();
  const rows: LogRow[] = [];
  let place = cursor ? { at: new Date(cursor.at), id: cursor.id } : undefined;
  do {
    const slice = await readSlice(db, filtered, place);
    const last = slice.at(-1);
    if (!last) return { rows, next: null };
    const found = await db
      .select({ id: log.id })
      .from(log)
      .where(and(filtered, place && olderThan(log.createdOn, log.id, place), notOlderThan(last), matches))
      .orderBy(desc(log.createdOn), desc(log.id))
      .limit(pageSize - rows.length);
    const ids = found.map(({ id }) => id);
    rows.push(...(await readRows(db, ids)));
    if (rows.length === pageSize) {
      const end = rows.at(-1);
      const at = await placeOf(db, end?.id ?? 0);
      return { rows, next: at };
    }
    if (slice.length < sliceRows) return { rows, next: null };
    place = last;
    await yieldToEventLoop();
  } while (performance.now() - began < answerMs);
  return { rows, next: place };
}

async function readSlice(db: Database, filtered: SQL | undefined, place: Place | undefined): Promise<Place[]> {
  const rows = await db
    .select({ id: log.id, at: log.createdOn })
    .from(log)
    .where(and(filtered, place && olderThan(log.createdOn, log.id, place)))
    .orderBy(desc(log.createdOn), desc(log.id))
    .limit(sliceRows);
  return rows;
}

async function placeOf(db: Database, id: number): Promise<Place | null> {
  const [row] = await db.select({ id: log.id, at: log.createdOn }).from(log).where(eq(log.id, id));
  return row ?? null;
}

/** True for rows up to a place in a list that has the newest first. */
function notOlderThan({ at, id }: Place): SQL | undefined {
  const [column, own] = [log.createdOn, log.id];
  return and(gte(column, at), or(sql`${column} > ${sql.param(at, column)}`, gte(own, id)));
}

/** The words to search for; a telephone number is one word, however it is typed. */
function wordsOf(text: string): Word[] {
  const compact = compactNumber(text.trim());
  const number = /^\+?\d{3,15}$/.test(compact) ? compact.replace(/^\+?(?:00)?/, '') : undefined;
  return wordsIn(number ?? text).slice(0, maxWords);
}

/** Condition for messages of which a text, a name or the error contains the word. */
async function contains(db: Database, word: Word): Promise<SQL | undefined> {
  const columns = [log.toNumber, log.fromNumber, log.requestFrom, log.messageSid, log.accountSid, log.status];
  const error = sql`coalesce(cast(${log.error} as text), '')`;
  const contacts = await namesLike(db, telephonyContacts, telephonyContacts.friendlyName, word);
  const servers = await namesLike(db, clients, clients.name, word);
  return or(
    ...[...columns, log.body].map((column) => containsWord(column, word)),
    containsWord(error, word),
    contacts.length > 0 ? isOneOf(log.contactId, contacts) : undefined,
    ...servers.map((id) => and(gte(log.eventKey, `health-${id}-`), lt(log.eventKey, `health-${id}.`))),
    servers.length > 0 ? inArray(log.eventKey, groupsOf(db, servers)) : undefined,
    ...codesAbout(word.folded).map((code) => sql`${error} like ${`%"code":${code}%`}`),
  );
}

/** The events of notifications about several servers, one of which is among these. */
function groupsOf(db: Database, servers: readonly number[]) {
  return db
    .select({ key: alarmGroups.groupKey })
    .from(alarmGroups)
    .where(isOneOf(alarmGroups.clientId, [...servers]));
}

type Names = typeof telephonyContacts | typeof clients;

/** Ids of the rows whose name contains the word, compared without case and accents. */
async function namesLike(db: Database, table: Names, name: AnySQLiteColumn, word: Word): Promise<number[]> {
  const isForeign = sql`octet_length(${name}) <> length(${name})`;
  const rows = await db
    .select({ id: table.id, name: sql<string>`${name}` })
    .from(table)
    .where(or(containsWord(name, word), isForeign))
    .limit(maxNames);
  return rows.flatMap((row) => (foldText(row.name).includes(word.folded) ? [row.id] : []));
}
