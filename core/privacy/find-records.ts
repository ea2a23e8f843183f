import { and, asc, gt, lte, or } from 'drizzle-orm';
import { wantedOf } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { boardCards } from '../../db/schema/boards.ts';
import { findRecords } from '../find/records.ts';
import type { Reading } from '../find/scan.ts';
import type { Found } from './found.ts';
import { isMentioned, mayMention } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, sliceSize, slicesOf } from './slices.ts';

/** Records of the page that one search finds at most. */
const maxRecords = 100;

/** Audit entries by the person as user, and with the name, address or number in a recorded value. */
export async function* findAudit(db: Database, person: Person, reach: Reach): AsyncGenerator<Found & { id: number }> {
  for await (const slice of slicesOf(db, auditEntries, auditEntries.id, reach)) {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(and(slice, mayMention(auditEntries.search, person)));
    for (const { id, at, userName, ip, action, record, recordId, recordName, search, changes } of rows) {
      if (!isMentioned(person, search)) continue;
      const lines = changes.map(({ field, from = '', to = '' }) => `${field}: ${from} → ${to}`);
      const of = [record, recordName, recordId].filter((part) => part !== null && part !== '').join(' ');
      yield { id, at, data: { User: userName, Address: ip, Action: action, Record: of, Changes: lines.join('\n') } };
    }
  }
}

/** Records of the page with the name, address or number in a text. */
export async function* findOnPage(db: Database, person: Person, reach: Reach): AsyncGenerator<Found> {
  const texts = person.name === null ? [...person.emails, ...person.numbers] : [person.name.typed];
  for (const text of texts) {
    let reading: Reading = { from: null, next: {} };
    do {
      const records = await findRecords(db, wantedOf(text), reading, undefined, maxRecords);
      if (records.length === maxRecords) reach.isPartial = true;
      for (const { id, section, name, title, match } of records)
        yield { id: `${section} ${id}`, at: null, data: { Record: name, Title: title, Text: match?.text ?? '' } };
      reading = { from: reading.next, next: {} };
    } while (Object.keys(reading.from ?? {}).length > 0);
  }
}

/** Cards of boards with the name, address or number in their name or description. */
export async function* findCards(db: Database, person: Person, reach: Reach): AsyncGenerator<Found> {
  const { name, description } = boardCards;
  let after = '';
  for (let read = 0; ; ) {
    const ids = await db
      .select({ id: boardCards.id })
      .from(boardCards)
      .where(gt(boardCards.id, after))
      .orderBy(asc(boardCards.id))
      .limit(sliceSize);
    const last = ids.at(-1)?.id;
    if (last === undefined) return;
    const slice = and(gt(boardCards.id, after), lte(boardCards.id, last));
    const rows = await db
      .select()
      .from(boardCards)
      .where(and(slice, or(mayMention(name, person), mayMention(description, person))));
    for (const card of rows)
      if (isMentioned(person, `${card.name}\n${card.description}`))
        yield {
          id: card.id,
          at: card.date,
          data: { Name: card.name, Description: card.description, Address: card.url },
        };
    after = last;
    read += ids.length;
    if (read >= reach.maxIds) {
      reach.isPartial = true;
      return;
    }
    await yieldToEventLoop();
  }
}
