import { and, asc, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { LogView, logPage } from '../../contract/message-log.ts';
import { outcomes, statusesOfOutcome } from '../../contract/message-outcomes.ts';
import { pageSize } from '../../contract/paging.ts';
import type { Database } from '../../db/database.ts';
import { inBatches, olderThan } from '../../db/query/paging.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { failureReason } from './failure-reason.ts';
import { conditionsOf, planOf, plansOf, scannedByDate, whereOf, withStatuses } from './log-conditions.ts';
import { type LogRow, listed, priceOf, readRows, textLength } from './log-rows.ts';

/**
 * One page of the log: rows, their number (exact up to `countLimit`), and whether the number is exact.
 * The time does not grow with the log: an index answers the condition with the fewest rows, and the others are checked on
 * its rows. If many rows match, they are scanned in the order of the page instead, which soon fills a page.
 */
export async function readLogPage(db: Database, input: z.output<typeof logPage>) {
  const { conditions, leading, where, count, isMany } = await planOf(db, input);
  const isByDate = input.sort === 'createdOn';
  const followsIndex = leading?.isDated === true && isByDate;
  const scanned = isByDate ? scannedByDate(conditions) : and(...conditions.map((condition) => condition.scanned));
  const direction = input.isDescending ? desc : asc;
  const order = isByDate ? [] : [direction(log[input.sort])];
  // The ids first: an index has them in order, while whole rows would be sorted with their texts.
  const found = await db
    .select({ id: log.id })
    .from(log)
    .where(isMany && !followsIndex ? scanned : where)
    .orderBy(...order, direction(log.createdOn), direction(log.id))
    .limit(pageSize)
    .offset((input.page - 1) * pageSize);
  const rows = await readRows(
    db,
    found.map(({ id }) => id),
  );
  return { rows, count, isCountExact: !isMany };
}

/** The number of matching messages of each outcome, exact up to `countLimit`; the filter's own outcome does not count. */
export async function countOutcomes(db: Database, filter: LogView) {
  const further = outcomes.map((outcome) => withStatuses(statusesOfOutcome[outcome]));
  const plans = await plansOf(db, filter, further);
  return outcomes.map((outcome, place) => ({
    outcome,
    count: plans[place]?.count ?? 0,
    isCountExact: plans[place]?.isMany === false,
  }));
}

/** The newest 1000 matching rows with the provider's responses. */
export async function newestLogRows(db: Database, filter: LogView) {
  const { conditions, leading, where, isMany } = await planOf(db, filter);
  return db
    .select({ ...listed, response: log.response, error: log.error })
    .from(log)
    .where(isMany && !leading?.isDated ? scannedByDate(conditions) : where)
    .orderBy(desc(log.createdOn), desc(log.id))
    .limit(1000);
}

/** All matching rows, the newest first, read in batches to limit memory. */
export async function* everyLogRow(db: Database, filter: LogView): AsyncGenerator<LogRow> {
  const conditions = await conditionsOf(db, filter);
  // A dated index has the rows in the export's order. Others would sort the rows again for each batch.
  const dated = conditions.find(({ isDated }) => isDated);
  const where = dated ? whereOf(dated, conditions) : scannedByDate(conditions);
  const places = inBatches(
    (after, size) =>
      db
        .select({ id: log.id, createdOn: log.createdOn })
        .from(log)
        .where(and(where, after && olderThan(log.createdOn, log.id, after)))
        .orderBy(desc(log.createdOn), desc(log.id))
        .limit(size),
    ({ createdOn, id }) => ({ at: createdOn, id }),
  );
  let ids: number[] = [];
  for await (const { id } of places) {
    ids.push(id);
    if (ids.length < exportBatch) continue;
    yield* await readRows(db, ids, textLength.whole);
    ids = [];
  }
  yield* await readRows(db, ids, textLength.whole);
}

/** Rows of an export that are read together. */
const exportBatch = 500;

/** One row with its text, the provider's newest response and the error; undefined if the scope may not see the row. */
export async function readLogDetails(db: Database, id: number, scope: number | null) {
  const [row] = await db
    .select({
      ...listed,
      knownStatus: log.status,
      body: log.body,
      response: log.response,
      error: log.error,
    })
    .from(log)
    .where(and(eq(log.id, id), scope === null ? undefined : eq(log.telephonyClientId, scope)));
  if (!row) return undefined;
  const { id: rowId, status, knownStatus, toNumber, body, segments, response, error } = row;
  const reason = failureReason({ status: knownStatus, error });
  return { id: rowId, status, reason, toNumber, body, segments, price: priceOf(response), response, error };
}
