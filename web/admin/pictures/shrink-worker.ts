// Runs in a worker: decoding and encoding 12 million pixels takes a second, during which the form stays usable.
import type { ShrinkResult, ShrinkTask } from './shrink-task.ts';

/** Widths to try, as parts of the largest one, and the JPEG qualities to try in each. */
const attempts = [
  { part: 1, qualities: [0.9, 0.82] },
  { part: 0.75, qualities: [0.86] },
  { part: 0.5, qualities: [0.88, 0.8, 0.7] },
  { part: 0.375, qualities: [0.8, 0.7] },
  { part: 0.25, qualities: [0.8, 0.6] },
  { part: 0.15, qualities: [0.8, 0.6] },
] as const;

/** Rows that are searched for transparency at a time. */
const stripHeight = 256;

addEventListener('message', async ({ data }: MessageEvent<ShrinkTask>) => {
  // Out of memory, or larger than any canvas.
  const failed: ShrinkResult = { kind: 'tooLarge' };
  postMessage(await shrink(data).catch(() => failed));
});

async function shrink(task: ShrinkTask): Promise<ShrinkResult> {
  const decoded = await createImageBitmap(task.file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!decoded) return { kind: 'unreadable' };
  const byPixels = Math.sqrt((task.maxPixels * decoded.width) / decoded.height);
  const largest = Math.floor(Math.min(decoded.width, task.width, byPixels));
  const canvas = drawn(decoded, largest);
  decoded.close();
  const isPng = task.isPngOnly || (task.file.type !== 'image/jpeg' && hasTransparency(canvas));
  for (const { part, qualities } of attempts) {
    const width = Math.round(largest * part);
    if (part < 1 && width < task.smallestWidth) break;
    const scaled = part === 1 ? canvas : drawn(canvas, width);
    for (const quality of isPng ? [1] : qualities) {
      const picture = await scaled.convertToBlob({ type: isPng ? 'image/png' : 'image/jpeg', quality });
      if (picture.size <= task.maxBytes) return { kind: 'done', picture };
    }
  }
  return { kind: 'tooLarge' };
}

/** The picture at a width (px). Halves until it is near, because one large step would leave out pixels. */
function drawn(source: ImageBitmap | OffscreenCanvas, width: number): OffscreenCanvas {
  let from: ImageBitmap | OffscreenCanvas = source;
  for (;;) {
    const next = Math.max(width, Math.ceil(from.width / 2));
    const canvas = new OffscreenCanvas(next, Math.max(1, Math.round((source.height * next) / source.width)));
    const context = canvas.getContext('2d');
    if (!context) throw new TypeError('The browser draws no pictures in workers');
    context.imageSmoothingQuality = 'high';
    context.drawImage(from, 0, 0, canvas.width, canvas.height);
    if (next === width) return canvas;
    from = canvas;
  }
}

function hasTransparency(canvas: OffscreenCanvas): boolean {
  const context = canvas.getContext('2d');
  for (let top = 0; context && top < canvas.height; top += stripHeight) {
    const { data } = context.getImageData(0, top, canvas.width, Math.min(stripHeight, canvas.height - top));
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  }
  return false;
}
