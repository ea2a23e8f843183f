import { and } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/database.ts';
import { incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import type { Found } from './found.ts';
import { isMentioned, mayMention } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, slicesOf } from './slices.ts';

/** A list whose texts may mention people. */
interface Texts {
  /** First part of the ids of its records. */
  name: string;
  label: string;
  table: SQLiteTable;
  id: AnySQLiteColumn<{ data: number; notNull: true }>;
  text: AnySQLiteColumn<{ data: string }>;
  at: AnySQLiteColumn<{ data: Date; notNull: true }>;
}

const lists: readonly Texts[] = [
  {
    name: 'inbox',
    label: 'Message of the contact form',
    table: inboxMessages,
    id: inboxMessages.id,
    text: inboxMessages.message,
    at: inboxMessages.receivedAt,
  },
  {
    name: 'SMS',
    label: 'SMS',
    table: telephonyMessages,
    id: telephonyMessages.id,
    text: telephonyMessages.body,
    at: telephonyMessages.createdOn,
  },
  {
    name: 'note',
    label: 'Timeline of an incident',
    table: incidentEntries,
    id: incidentEntries.id,
    text: incidentEntries.text,
    at: incidentEntries.at,
  },
];

/** Messages of the contact form, SMS, and notes of incidents whose text mentions the person. */
export async function* findMentions(db: Database, person: Person, reach: Reach): AsyncGenerator<Found> {
  for (const { name, label, table, id, text, at } of lists) {
    for await (const slice of slicesOf(db, table, id, reach)) {
      const rows = await db
        .select({ id, text, at })
        .from(table)
        .where(and(slice, mayMention(text, person)));
      for (const row of rows)
        if (row.text !== null && isMentioned(person, row.text))
          yield { id: `${name} ${row.id}`, at: row.at, data: { [label]: row.text } };
    }
  }
}
