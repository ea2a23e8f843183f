import type { ImageHash } from '../../contract/image-hash.ts';
import { type ImageSlot, thumbnailWidth } from '../../contract/images.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import type { JobQueue, ParkedPlace } from '../queue/queue.ts';
import { drawPicture } from './jobs.ts';
import type { VariantName } from './variants.ts';

type Deps = Pick<CoreDependencies, 'queue' | 'log' | 'now'>;

/** Enqueues the drawing of an uploaded picture in its slot's widths; tries a parked one again. */
export async function drawUploaded(deps: Pick<Deps, 'queue' | 'log'>, hash: ImageHash, slot: ImageSlot): Promise<void> {
  const widths = [...slot.widths, thumbnailWidth];
  await enqueueStored(deps, drawPicture, { hash, widths }, { dedupeKey: hash, priority: 'low' });
}

/** How long a process does not repeat the request for a variant. */
const repeatAfterMs = 60_000;

/**
 * Returns a function for variants that visitors need: it moves the drawing of the picture before others, or enqueues it if
 * no job has it. A parked drawing waits for an operator. Failures are logged: the visitor has a substitute.
 */
export function createDrawRequests({ queue, log, now }: Deps): (variant: VariantName) => Promise<void> {
  const requestedAt = new Map<string, number>();
  return async function request({ hash, width, format }) {
    const time = Number(now());
    for (const [name, at] of requestedAt) if (Math.abs(time - at) >= repeatAfterMs) requestedAt.delete(name);
    const name = `${hash}-${width}.${format}`;
    if (requestedAt.has(name)) return;
    requestedAt.set(name, time);
    try {
      if ((await parkedPictures(queue)).has(hash)) return;
      await queue.enqueue(drawPicture, { hash, widths: [width] }, { dedupeKey: hash, promote: true });
    } catch (error) {
      log.warn({ err: error, picture: name }, 'the drawing of a requested picture is not enqueued');
    }
  };
}

/** Pictures whose drawing failed and waits for an operator. */
export async function parkedPictures(queue: JobQueue): Promise<Set<ImageHash>> {
  const pictures = new Set<ImageHash>();
  const limit = 200;
  let before: ParkedPlace | undefined;
  do {
    const page = await queue.listParked({ limit, before });
    for (const { name, data } of page) {
      const drawing = name === drawPicture.name ? drawPicture.data.safeParse(data) : null;
      if (drawing?.success) pictures.add(drawing.data.hash);
    }
    before = page.length === limit ? page.at(-1) : undefined;
  } while (before);
  return pictures;
}
