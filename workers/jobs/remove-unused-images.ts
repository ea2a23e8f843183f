import { removeUnusedImages } from '../../core/images/jobs.ts';
import { removeUnused } from '../../core/images/unused.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** How long an uploaded picture may stay without a record that shows it. */
const graceMs = 24 * 60 * 60 * 1000;

/**
 * Deletes pictures that no record, no version in the history and no change of a release refers to, with their resized
 * variants.
 */
export const handleRemoveUnusedImages = handleJob(removeUnusedImages, async (_data, { db, log, now }) => {
  const removed = await removeUnused(db, new Date(now().getTime() - graceMs));
  if (removed > 0) log.info({ removed }, 'unused pictures removed');
});
