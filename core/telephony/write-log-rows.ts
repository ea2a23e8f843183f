import { lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertJsonRows, upsertSet } from '../../db/query/json-rows.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** Columns that the provider's log fills. */
const names = [
  'telephonyClientId',
  'fromNumber',
  'requestFrom',
  'toNumber',
  'accountSid',
  'messageSid',
  'status',
  'rank',
  'createdOn',
  'segments',
  'body',
  'response',
  'error',
] as const;

/** A message as the provider's log has it. */
export type Entry = Required<Pick<typeof log.$inferInsert, (typeof names)[number]>>;

/** Most entries of one statement. The memory of a statement is free again before the garbage collector counts it as old. */
export const maxBatchSize = 200;

/** Writes at most `maxBatchSize` entries. Of a known entry only the status changes, if the new status has a higher rank. */
export async function writeEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  const set = upsertSet('status', 'rank', 'response', 'error');
  await atomically(db, (tx) => [
    insertJsonRows(tx, log, names, entries).onConflictDoUpdate({
      target: log.messageSid,
      set,
      setWhere: lt(log.rank, set.rank),
    }),
  ]);
}
