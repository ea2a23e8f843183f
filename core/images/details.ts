import { eq } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { PictureDetails } from '../../contract/picture-details.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { images } from '../../db/schema/images.ts';
import type { RecordChange } from '../audit/entries.ts';
import { notFound } from '../errors.ts';
import { findPictures } from './library.ts';

/** Keeps the focal point and the alternative text with a picture; the page shows both from its next read. */
export async function describePicture(
  db: Database,
  hash: ImageHash,
  { focus, altText }: PictureDetails,
  recordChange: RecordChange,
): Promise<void> {
  const [before] = await findPictures(db, [hash]);
  if (!before) throw notFound('This picture');
  await atomically(db, (tx) => [
    nextRevision(tx),
    tx
      .update(images)
      .set({ focusX: focus?.x ?? null, focusY: focus?.y ?? null, altText })
      .where(eq(images.hash, hash)),
  ]);
  const inAudit = (details: PictureDetails) => ({
    focus: details.focus && `${details.focus.x} %, ${details.focus.y} %`,
    altText: details.altText,
  });
  recordChange({ record: 'Picture', id: hash, before: inAudit(before), after: inAudit({ focus, altText }) });
}
