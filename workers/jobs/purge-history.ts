import { purgeHistory } from '../../core/history/jobs.ts';
import { purgeOldHistory } from '../../core/history/purge.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Deletes entries of the content's history older than two years, except the newest 20 of each row. */
export const handlePurgeHistory = handleJob(purgeHistory, async (_data, { db, log, now }) => {
  const deleted = await purgeOldHistory(db, now());
  if (deleted > 0) log.info({ deleted }, 'old entries of the content history deleted');
});
