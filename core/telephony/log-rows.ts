import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';
import { failureReason, whatToDo } from './failure-reason.ts';
import { serverOfEvent } from './message-event.ts';

/** Columns of the list; the provider's responses are large and read one at a time. */
export const listed = {
  id: log.id,
  telephonyClientId: log.telephonyClientId,
  fromNumber: log.fromNumber,
  requestFrom: log.requestFrom,
  toNumber: log.toNumber,
  accountSid: log.accountSid,
  messageSid: log.messageSid,
  /** The provider's own word if the product does not know the status. */
  status: sql<string>`coalesce(${log.providerStatus}, ${log.status})`,
  segments: log.segments,
  createdOn: log.createdOn,
  isUndated: log.isUndated,
  hasResponse: sql<number>`${log.response} is not null`.mapWith(Boolean),
  hasError: sql<number>`${log.error} is not null`.mapWith(Boolean),
};

/** Characters of a message's text: in the list, and in an export, which has all of it. */
export const textLength = { list: 160, whole: 10_000 } as const;

/** The date of a listed row; null if the provider gives none. */
export function dateOf({ createdOn, isUndated }: { createdOn: Date; isUndated: boolean | null }): Date | null {
  return isUndated ? null : createdOn;
}

/** A row of the log as the screen, the CSV and the JSON show it. */
export type LogRow = Awaited<ReturnType<typeof readRows>>[number];

/** The rows with these ids in their order, with the names of contacts and servers, the outcome in words, and the price. */
export async function readRows(db: Database, ids: readonly number[], length: number = textLength.list) {
  const found = await db
    .select({
      ...listed,
      knownStatus: log.status,
      eventKey: log.eventKey,
      contact: telephonyContacts.friendlyName,
      text: sql<string | null>`substr(${log.body}, 1, ${length})`,
      response: log.response,
      error: log.error,
    })
    .from(log)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, log.contactId))
    .where(isOneOf(log.id, [...ids]));
  const servers = await serverNames(
    db,
    found.map(({ eventKey }) => eventKey),
  );
  const rows = new Map(
    found.map(({ knownStatus: status, eventKey, response, error, isUndated, ...row }) => {
      const shown = {
        ...row,
        createdOn: dateOf({ createdOn: row.createdOn, isUndated }),
        outcome: outcomeOf(status),
        /** Why the message was refused or not delivered, in words. */
        reason: failureReason({ status, error }),
        advice: whatToDo(error),
        server: servers.get(serverOfEvent(eventKey) ?? 0) ?? null,
        price: priceOf(response),
      };
      return [row.id, shown] as const;
    }),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Names of the servers behind these events, by id. */
export async function serverNames(db: Database, eventKeys: readonly (string | null)[]): Promise<Map<number, string>> {
  const ids = [...new Set(eventKeys.map(serverOfEvent).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: clients.id, name: clients.name }).from(clients).where(isOneOf(clients.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const pricedResponse = z.object({ price: z.string(), price_unit: z.string().default('') });

/** What the provider charged, such as `0.0075 USD`; null if not yet known. */
export function priceOf(response: unknown): string | null {
  const { data } = pricedResponse.safeParse(response);
  // The provider counts a charge as negative.
  return data ? `${data.price.replace(/^-/, '')} ${data.price_unit}`.trim() : null;
}
