import { and, desc, eq, notInArray, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { inBatches, olderThan } from '../../db/query/paging.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { priceOf } from '../telephony/log-rows.ts';
import type { Found } from './found.ts';
import { hasNumber, isNamed, mayHaveName } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, slicesOf } from './slices.ts';

const log = telephonyMessages;

/** SMS contacts by number or name. */
export async function* findContacts(
  db: Database,
  person: Person,
  reach: Reach,
): AsyncGenerator<Found & { id: number }> {
  const { friendlyName, twilioPhoneNumber: number } = telephonyContacts;
  const isPerson = or(hasNumber(number, person), mayHaveName([friendlyName, number], person));
  for await (const slice of slicesOf(db, telephonyContacts, telephonyContacts.id, reach)) {
    const rows = await db.select().from(telephonyContacts).where(and(slice, isPerson));
    for (const row of rows)
      if (isNamed(person, [row.friendlyName, row.twilioPhoneNumber])) {
        const data = { Name: row.friendlyName, Number: row.twilioPhoneNumber, 'SMS account': row.parentId };
        yield { id: row.id, at: null, data };
      }
  }
}

/**
 * The messages from, to and on behalf of the person's numbers, as conditions that one index answers each, in the order of
 * `createdOn`; no message has two of them.
 */
export function messagesOf({ numbers }: Person): (SQL | undefined)[] {
  const columns = [log.toNumber, log.fromNumber, log.requestFrom];
  return numbers.flatMap((number) =>
    columns.map((column, place) =>
      and(eq(column, number), ...columns.slice(0, place).map((earlier) => notInArray(earlier, [...numbers]))),
    ),
  );
}

/** The message log of the person's numbers; of a name nothing, since messages have none. */
export async function* findLog(db: Database, person: Person): AsyncGenerator<Found & { id: number }> {
  for (const condition of messagesOf(person)) {
    const rows = inBatches(
      (after, size) =>
        db
          .select()
          .from(log)
          .where(and(condition, after && olderThan(log.createdOn, log.id, after)))
          .orderBy(desc(log.createdOn), desc(log.id))
          .limit(size),
      ({ createdOn, id }) => ({ at: createdOn, id }),
    );
    for await (const row of rows) yield describeMessage(row);
  }
}

function describeMessage(row: typeof log.$inferSelect) {
  const data = {
    From: row.fromNumber,
    To: row.toNumber,
    'On behalf of': row.requestFrom,
    Status: row.providerStatus ?? row.status,
    Price: priceOf(row.response),
    Text: row.body,
  };
  return { id: row.id, at: row.createdOn, data };
}

/** Numbers that replied STOP. */
export async function* findOptOuts(db: Database, person: Person): AsyncGenerator<Found> {
  if (person.numbers.length === 0) return;
  const rows = await db.select().from(telephonyOptOuts).where(hasNumber(telephonyOptOuts.phoneNumber, person));
  for (const { telephonyClientId, phoneNumber, optedOutAt } of rows)
    yield { id: telephonyClientId, at: optedOutAt, data: { Number: phoneNumber, 'SMS account': telephonyClientId } };
}

/** SMS accounts by the name of the client, or by one of their two numbers. */
export async function* findAccounts(db: Database, person: Person, reach: Reach): AsyncGenerator<Found> {
  const { clientName, projectName, phoneNumber, twilioPhoneNumber, createdAt } = telephonyClients;
  const isPerson = or(
    hasNumber(phoneNumber, person),
    hasNumber(twilioPhoneNumber, person),
    mayHaveName([clientName, projectName], person),
  );
  const columns = { id: telephonyClients.id, clientName, projectName, phoneNumber, twilioPhoneNumber, createdAt };
  for await (const slice of slicesOf(db, telephonyClients, telephonyClients.id, reach))
    for (const row of await db.select(columns).from(telephonyClients).where(and(slice, isPerson)))
      if (isNamed(person, [row.clientName, row.projectName])) {
        const data = {
          Client: row.clientName,
          Project: row.projectName,
          'Phone number': row.phoneNumber,
          'Twilio number': row.twilioPhoneNumber,
        };
        yield { id: row.id, at: row.createdAt, data };
      }
}
