import type { ImageHash } from '../../contract/image-hash.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import {
  drawInTurn,
  drawMissing,
  drawThumbhash,
  PictureDeleted,
  storeThumbhashes,
  type Thumbhash,
} from '../../core/images/draw.ts';
import { parkedPictures } from '../../core/images/enqueue.ts';
import { drawPicture, sweepPictures } from '../../core/images/jobs.ts';
import { type UnfinishedPicture, unfinishedPictures } from '../../core/images/unfinished.ts';
import { enqueueStored } from '../../core/queue/enqueue-stored.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { Postponed } from '../../core/queue/queue.ts';
import { isDatabaseOutage } from '../../db/query/outage.ts';

/** Length of a run: the process must end within seconds of the signal, and other jobs wait for the place. */
const maxRunMs = 5000;

/** Draws what the pictures of records lack: first the thumbhashes, which the page contains, then the variants. */
export const handleSweepPictures = handleJob(sweepPictures, (_data, deps) =>
  drawInTurn(async () => {
    const end = Number(deps.now()) + maxRunMs;
    const isOver = () => Number(deps.now()) >= end;
    const pictures = await picturesWithoutJob(deps);
    await addThumbhashes(
      deps,
      pictures.filter(({ lacksThumbhash }) => lacksThumbhash),
      isOver,
    );
    for (const { hash, variants } of pictures) {
      if (isOver()) throw new Postponed('more pictures are to be drawn', 1);
      await orOwnJob(deps, hash, () => drawMissing(deps.db, { hash, lacksThumbhash: false, variants }));
    }
  }),
);

async function picturesWithoutJob({ db, queue }: CoreDependencies): Promise<UnfinishedPicture[]> {
  const unfinished = await unfinishedPictures(db);
  if (unfinished.length === 0) return [];
  const parked = await parkedPictures(queue);
  const found: UnfinishedPicture[] = [];
  for (const picture of unfinished) {
    if (!parked.has(picture.hash) && !(await queue.find(drawPicture, picture.hash))) found.push(picture);
  }
  return found;
}

/** Draws thumbhashes and stores them at once: each change of the page renders it again. */
async function addThumbhashes(
  deps: CoreDependencies,
  pictures: readonly UnfinishedPicture[],
  isOver: () => boolean,
): Promise<void> {
  const drawn: Thumbhash[] = [];
  for (const { hash } of pictures) {
    if (isOver()) break;
    await orOwnJob(deps, hash, async () => void drawn.push({ hash, thumbhash: await drawThumbhash(deps.db, hash) }));
  }
  if (drawn.length > 0) await storeThumbhashes(deps.db, drawn);
}

/** Leaves a picture whose drawing fails to a job of its own, so that the others are drawn. */
async function orOwnJob(deps: CoreDependencies, hash: ImageHash, draw: () => Promise<void>): Promise<void> {
  try {
    await draw();
  } catch (error) {
    if (error instanceof PictureDeleted) return;
    if (isDatabaseOutage(error)) throw error;
    deps.log.warn({ err: error, picture: hash }, 'a picture could not be drawn; its own job tries again');
    await enqueueStored(deps, drawPicture, { hash, widths: [] }, { dedupeKey: hash, priority: 'low' });
  }
}
