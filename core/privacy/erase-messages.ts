import { and, desc, eq, isNull, lt, ne, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { statusRank } from '../../contract/telephony.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { olderThan, yieldToEventLoop } from '../../db/query/paging.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { erasedNumber } from '../telephony/erased-number.ts';

const { id, createdOn, fromNumber, toNumber, requestFrom, delivery, response, error } = log;
const columns = { id, createdOn, fromNumber, toNumber, requestFrom, delivery, response, error };
type Message = Pick<typeof log.$inferSelect, keyof typeof columns>;

/** Messages of one transaction. */
const batchSize = 100;

/** Fields of a provider's answer that belong to the books and say nothing about a person. */
const bookedFields = z.object({
  status: z.unknown().optional(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
  num_segments: z.unknown().optional(),
  direction: z.unknown().optional(),
  error_code: z.unknown().optional(),
  date_created: z.unknown().optional(),
  date_sent: z.unknown().optional(),
  date_updated: z.unknown().optional(),
});
const codedError = z.object({ code: z.number() });

/** An attempt with an unknown outcome is looked up by its numbers and text, so the message waits for its outcome. */
const isNotUnderWay = or(isNull(delivery), ne(delivery, 'handing-over'));

/** Messages that are under way at this moment and cannot be erased yet. */
export function countUnderWay(db: Database, condition: SQL | undefined): Promise<number> {
  return db.$count(log, and(condition, eq(delivery, 'handing-over')));
}

/** The columns of a message with a number. */
type NumberColumn = 'fromNumber' | 'toNumber' | 'requestFrom';

/** True if the number in a column of a message is personal data to replace. */
export type IsErased = (number: string, column: NumberColumn) => boolean;

/**
 * Replaces numbers and text of messages with the condition, a batch in a transaction; waiting messages are canceled. Date,
 * status, segments and price stay. `order` is the order of the condition's index, so that no query reads the whole log.
 * Returns the number of messages.
 */
export async function eraseMessages(
  db: Database,
  condition: SQL | undefined,
  order: 'id' | 'createdOn',
  isErased: IsErased,
): Promise<number> {
  const isById = order === 'id';
  let erased = 0;
  for (let last: Message | undefined; ; ) {
    const isBehind = last && (isById ? lt(id, last.id) : olderThan(createdOn, id, { at: last.createdOn, id: last.id }));
    const rows: Message[] = await db
      .select(columns)
      .from(log)
      .where(and(condition, isNotUnderWay, isBehind))
      .orderBy(...(isById ? [] : [desc(createdOn)]), desc(id))
      .limit(batchSize);
    last = rows.at(-1);
    if (!last) return erased;
    const results = await atomically(db, (tx) => rows.map((row) => erasure(tx, row, isErased)));
    erased += results.reduce((sum, changed) => sum + changed.length, 0);
    await yieldToEventLoop();
  }
}

/** The statement that erases one message; a message whose attempt has just begun stays. */
function erasure(tx: Pick<Transaction, 'update'>, row: Message, isErased: IsErased) {
  const isWaiting = row.delivery === 'waiting';
  const replaced = (column: NumberColumn) => {
    const number = row[column];
    return number !== '' && isErased(number, column) ? erasedNumber : number;
  };
  return tx
    .update(log)
    .set({
      fromNumber: replaced('fromNumber'),
      toNumber: replaced('toNumber'),
      requestFrom: replaced('requestFrom'),
      contactId: null,
      body: null,
      response: bookedFields.safeParse(row.response).data ?? null,
      error: isWaiting ? { message: 'The contact was erased.' } : codeOf(row.error),
      ...(isWaiting && { delivery: 'done', status: 'canceled', rank: statusRank.canceled }),
    })
    .where(and(eq(id, row.id), isWaiting ? eq(delivery, 'waiting') : isNotUnderWay))
    .returning({ id });
}

/** The error without words, which may name the number. */
function codeOf(stored: unknown): { code: number; message: string } | null {
  const { data } = codedError.safeParse(stored);
  return data ? { code: data.code, message: '' } : null;
}
