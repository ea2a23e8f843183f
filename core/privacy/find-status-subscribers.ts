import { and, eq, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { statusMails, statusSubscribers } from '../../db/schema/status-subscribers.ts';
import type { Found } from './found.ts';
import { isNamed, mayHaveName } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, slicesOf } from './slices.ts';

/** Subscribers of the status page, by the index over addresses, or by a part of the address. */
export async function* findStatusSubscribers(
  db: Database,
  person: Person,
  reach: Reach,
): AsyncGenerator<Found & { id: number }> {
  const read = (where: SQL | undefined) => db.select().from(statusSubscribers).where(where);
  // Stored in lower case.
  if (person.name === null) {
    for (const address of person.emails)
      for (const row of await read(eq(statusSubscribers.email, address))) yield describe(db, row);
    return;
  }
  for await (const slice of slicesOf(db, statusSubscribers, statusSubscribers.id, reach))
    for (const row of await read(and(slice, mayHaveName([statusSubscribers.email], person))))
      if (isNamed(person, [row.email])) yield describe(db, row);
}

async function describe(db: Database, row: typeof statusSubscribers.$inferSelect) {
  const data = {
    'E-mail': row.email,
    Confirmed: row.confirmedAt,
    Mails: await db.$count(statusMails, eq(statusMails.subscriberId, row.id)),
  };
  return { id: row.id, at: row.askedAt, data };
}
