import { eq } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { ImageFormat } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { Postponed } from '../queue/queue.ts';
import { encode } from './encoder.ts';
import type { UnfinishedPicture } from './unfinished.ts';

/** Pictures of a process under way at once: the second is ready when the encoder ends the first; other jobs need the other places. */
const maxPictures = 2;
const retryAfterSeconds = 5;
let underWay = 0;

/** Runs `draw` as one of at most two in this process; throws Postponed if two are under way. */
export async function drawInTurn(draw: () => Promise<void>): Promise<void> {
  if (underWay >= maxPictures) throw new Postponed('other pictures are being drawn', retryAfterSeconds);
  underWay += 1;
  try {
    await draw();
  } finally {
    underWay -= 1;
  }
}

/** Draws and stores what a picture lacks; a picture that is deleted during the run is no error. Throws EncodingError. */
export async function drawMissing(db: Database, { hash, lacksThumbhash, variants }: UnfinishedPicture): Promise<void> {
  try {
    if (lacksThumbhash) await storeThumbhashes(db, [{ hash, thumbhash: await drawThumbhash(db, hash) }]);
    for (const { width, format } of variants) await drawVariant(db, hash, width, format);
  } catch (error) {
    if (!(error instanceof PictureDeleted) && constraintErrorOf(error) !== 'reference') throw error;
  }
}

/** A stored picture's thumbhash. */
export interface Thumbhash {
  hash: ImageHash;
  /** As base64. */
  thumbhash: string;
}

/** The thumbhash of a stored picture as base64. Throws EncodingError and PictureDeleted. */
export async function drawThumbhash(db: Database, hash: ImageHash): Promise<string> {
  const { bytes } = await encode('thumbhash', async () => ({ kind: 'thumbhash', ...(await readPicture(db, hash)) }));
  return Buffer.from(bytes).toString('base64');
}

/** Stores thumbhashes and renews the page, which contains them. */
export async function storeThumbhashes(db: Database, thumbhashes: readonly Thumbhash[]): Promise<void> {
  await atomically(db, (tx) => [
    nextRevision(tx),
    ...thumbhashes.map(({ hash, thumbhash }) => tx.update(images).set({ thumbhash }).where(eq(images.hash, hash))),
  ]);
}

async function drawVariant(db: Database, hash: ImageHash, width: number, format: ImageFormat): Promise<void> {
  const { bytes } = await encode('variant', async () => {
    const picture = await readPicture(db, hash);
    return { kind: 'variant', bytes: picture.bytes, isDrawing: picture.format === 'png', width, format };
  });
  // Another process may have drawn the same variant.
  await db.insert(imageVariants).values({ hash, width, format, bytes }).onConflictDoNothing();
}

/** The picture was deleted between its selection and its turn. */
export class PictureDeleted extends Error {}

async function readPicture(db: Database, hash: ImageHash) {
  const [picture] = await db
    .select({ bytes: images.bytes, format: images.format })
    .from(images)
    .where(eq(images.hash, hash));
  if (!picture) throw new PictureDeleted(`picture ${hash} was deleted`);
  return picture;
}
