import { acceptedTypes, type ImageSlot, isImageTooLarge, maxImageBytes, maxPixels } from '../../../contract/images.ts';
import { messages } from '../../../contract/messages.ts';
import type { ShrinkResult, ShrinkTask } from './shrink-task.ts';

/** Why a file cannot be used, in the specification's words. */
export class UnusableFile extends Error {}

/** Types that phones and the web make besides PNG and JPEG. Not every browser decodes all of them. */
const furtherTypes = ['image/webp', 'image/avif', 'image/heic', 'image/heif'];

/** The types that a file dialog offers for a slot. */
export function offeredTypes(slot: ImageSlot): readonly string[] {
  return slot.accept === 'png' ? acceptedTypes(slot) : [...acceptedTypes(slot), ...furtherTypes];
}

/** True if the server takes the file as it is (specification, section 5). */
export function isReady(file: File, slot: ImageSlot): boolean {
  return acceptedTypes(slot).includes(file.type) && !isImageTooLarge(file.size);
}

/**
 * The file as it is sent: a larger one, or one of another type, is made smaller until it obeys the specification's rule. Rejects
 * with `UnusableFile`.
 */
export async function prepare(file: File, slot: ImageSlot, signal: AbortSignal): Promise<File> {
  if (!offeredTypes(slot).includes(typeOf(file))) throw wrongType(slot);
  if (isReady(file, slot)) return file;
  const largest = Math.max(...slot.widths);
  const result = await inWorker(
    {
      file,
      isPngOnly: slot.accept === 'png',
      width: 2 * largest,
      smallestWidth: Math.min(...slot.widths),
      maxPixels,
      maxBytes: maxImageBytes,
    },
    signal,
  );
  if (result.kind === 'unreadable') throw wrongType(slot);
  if (result.kind === 'tooLarge') throw new UnusableFile(messages.imageTooLarge);
  const { type } = result.picture;
  const name = file.name.replace(/\.[^.]*$/, '');
  return new File([result.picture], `${name}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
}

function wrongType(slot: ImageSlot): UnusableFile {
  return new UnusableFile(slot.accept === 'png' ? messages.pngOnly : messages.pngOrJpeg);
}

/** Some systems do not know the type of a phone's photos. */
function typeOf(file: File): string {
  if (file.type !== '') return file.type;
  return /\.hei[cf]$/i.test(file.name) ? 'image/heic' : '';
}

function inWorker(task: ShrinkTask, signal: AbortSignal): Promise<ShrinkResult> {
  // Browsers without these features cannot make the file smaller.
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined')
    return Promise.resolve({ kind: 'tooLarge' });
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ShrinkResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ShrinkResult>) => resolve(data);
    // The worker did not start.
    worker.onerror = () => resolve({ kind: 'tooLarge' });
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
