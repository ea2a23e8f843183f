import { z } from 'zod';
import type { ImageHash } from '../../contract/image-hash.ts';
import { type ImageSlot, isImageTooLarge } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid } from '../errors.ts';
import { keptFileName } from './file-name.ts';
import { storeImage, wrongType } from './store.ts';

/** A picture in REST (specification, section 3): a data URL, or its base64 alone. */
const imageFile = z.object({ Name: z.unknown(), ImageBase64: z.string() });

/**
 * Stores a picture sent as `{Name, ImageBase64}` and returns its hash; keeps the name, ignores the declared type. Throws 400
 * with a message for `field`.
 */
export async function saveDataUrl(
  deps: Pick<CoreDependencies, 'db' | 'now' | 'queue' | 'log'>,
  slot: ImageSlot,
  field: string,
  sent: unknown,
): Promise<ImageHash> {
  const file = imageFile.safeParse(sent);
  if (!file.success) throw invalid({ [field]: wrongType(slot) });
  const base64 = file.data.ImageBase64.replace(/^data:[\w.+/-]{0,100};base64,/i, '');
  const padding = /={0,2}$/.exec(base64.slice(-2))?.[0].length ?? 0;
  if (isImageTooLarge((base64.length / 4) * 3 - padding)) throw invalid({ [field]: messages.imageTooLarge });
  // Buffer.from skips invalid characters; reject a picture with missing bytes.
  if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw invalid({ [field]: wrongType(slot) });
  }
  const bytes = Buffer.from(base64, 'base64');
  const name = keptFileName(file.data.Name);
  const { hash } = await storeImage(deps, { size: bytes.length, name, read: async () => bytes }, slot, field);
  return hash;
}
