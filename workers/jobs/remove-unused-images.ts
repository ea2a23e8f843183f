import { type AnyColumn, and, eq, gt, isNotNull, lt, not, notInArray, sql } from 'drizzle-orm';
import { pathOf } from '../../core/content/history-entries.ts';
import { picturesInHistory } from '../../core/history/pictures.ts';
import { imageReferences } from '../../core/images/image-references.ts';
import { removeUnusedImages } from '../../core/images/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { images } from '../../db/schema/images.ts';
import { releaseChanges } from '../../db/schema/releases.ts';

/** How long an uploaded picture may stay without a record that shows it. */
const graceMs = 24 * 60 * 60 * 1000;

/**
 * Deletes pictures that no record, no version in the history and no change of a release refers to, with their resized
 * variants.
 */
export const handleRemoveUnusedImages = handleJob(removeUnusedImages, async (_data, { db, log, now }) => {
  const before = new Date(now().getTime() - graceMs);
  const { hashes, until } = await picturesInHistory(db);
  const unused = imageReferences.flatMap(({ definition, field, column }) => {
    const hashIn = (values: AnyColumn) => sql<string>`${values} ->> ${sql.raw(`'${field}'`)}`;
    const [inHistory, inRelease] = [hashIn(contentHistory.values), hashIn(releaseChanges.values)];
    const since = and(
      gt(contentHistory.id, until),
      eq(contentHistory.record, pathOf(definition)),
      isNotNull(inHistory),
    );
    const ofRelease = and(eq(releaseChanges.record, pathOf(definition)), isNotNull(inRelease));
    return [
      notInArray(images.hash, db.select({ hash: column }).from(column.table).where(isNotNull(column))),
      notInArray(images.hash, db.select({ hash: inHistory }).from(contentHistory).where(since)),
      notInArray(images.hash, db.select({ hash: inRelease }).from(releaseChanges).where(ofRelease)),
    ];
  });
  const removed = await db
    .delete(images)
    .where(and(lt(images.createdAt, before), not(isOneOf(images.hash, [...hashes])), ...unused))
    .returning({ hash: images.hash });
  if (removed.length > 0) log.info({ removed: removed.length }, 'unused pictures removed');
});
