import { and, asc, gt, lt } from 'drizzle-orm';
import { purgeCheckResults } from '../../core/checks/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { checkHours, checkResults, checks } from '../../db/schema/checks.ts';

const dayMs = 86_400_000;
const resultDays = 30;
/** 13 months. */
const hourDays = 396;
/** Checks of one statement: the keys begin with the check, so no further index is needed. */
const batchSize = 100;

/** Deletes attempts and hours that no screen shows any more. */
export const handlePurgeCheckResults = handleJob(purgeCheckResults, async (_data, { db, now }) => {
  const before = (days: number) => new Date(Number(now()) - days * dayMs);
  for (let last = 0; ; ) {
    const rows = await db
      .select({ id: checks.id })
      .from(checks)
      .where(gt(checks.id, last))
      .orderBy(asc(checks.id))
      .limit(batchSize);
    const ids = rows.map(({ id }) => id);
    last = ids.at(-1) ?? 0;
    if (ids.length === 0) return;
    await db
      .delete(checkResults)
      .where(and(isOneOf(checkResults.checkId, ids), lt(checkResults.at, before(resultDays))));
    await db.delete(checkHours).where(and(isOneOf(checkHours.checkId, ids), lt(checkHours.hour, before(hourDays))));
    await yieldToEventLoop();
  }
});
