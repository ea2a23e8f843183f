import { and, eq, or, type SQL } from 'drizzle-orm';
import { subscriptionStates } from '../../contract/subscribe.ts';
import type { Database } from '../../db/database.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { stateOf } from '../inbox/subscribers.ts';
import type { Found } from './found.ts';
import { hasEmail, isNamed, mayHaveName } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, slicesOf } from './slices.ts';

/** Messages of the contact form by their sender. */
export async function* findMessages(
  db: Database,
  person: Person,
  reach: Reach,
): AsyncGenerator<Found & { id: number }> {
  const { name, email } = inboxMessages;
  const isPerson = or(hasEmail(email, person), mayHaveName([name, email], person));
  for await (const slice of slicesOf(db, inboxMessages, inboxMessages.id, reach)) {
    const rows = await db.select().from(inboxMessages).where(and(slice, isPerson));
    for (const row of rows)
      if (isNamed(person, [row.name, row.email])) {
        const data = {
          Name: row.name,
          'E-mail': row.email,
          Message: row.message,
          'Mailed to the company': row.mailedAt,
        };
        yield { id: row.id, at: row.receivedAt, data };
      }
  }
}

/** Newsletter subscribers, by the index over addresses, or by a part of the address. */
export async function* findSubscribers(
  db: Database,
  person: Person,
  reach: Reach,
): AsyncGenerator<Found & { id: number }> {
  const read = (where: SQL | undefined) => db.select().from(subscribers).where(where);
  // Stored in lower case.
  if (person.name === null) {
    for (const address of person.emails)
      for (const row of await read(eq(subscribers.email, address))) yield describe(row);
    return;
  }
  for await (const slice of slicesOf(db, subscribers, subscribers.id, reach))
    for (const row of await read(and(slice, mayHaveName([subscribers.email], person))))
      if (isNamed(person, [row.email])) yield describe(row);
}

function describe(row: typeof subscribers.$inferSelect) {
  const data = {
    'E-mail': row.email,
    State: subscriptionStates[stateOf(row)],
    Confirmed: row.confirmedAt,
    Unsubscribed: row.unsubscribedAt,
    'Consent given': row.consentedAt,
    'Consent text': row.consentText,
  };
  return { id: row.id, at: row.subscribedAt, data };
}
