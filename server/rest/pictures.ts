import { z } from 'zod';
import { fieldInfo } from '../../contract/fields.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import { type ImageSlot, imageUrl } from '../../contract/images.ts';
import { saveDataUrl } from '../../core/images/data-url.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Field } from './fields.ts';
import { decoded } from './request-body.ts';

const file = z.object({ Name: z.string(), ImageBase64: z.string().describe('The picture as a data URL') });
const wire = file.nullish().describe('Left out or empty: the picture stays as it is');
const pictureFile = z.custom<z.infer<typeof file>>(
  (raw) => file.partial({ Name: true }).safeParse(raw).success,
  'A picture is sent as {Name, ImageBase64}',
);

/** A picture in a save, stored once the rest of the body is known to be valid. */
export class PictureUpload {
  readonly #store: (deps: Dependencies) => Promise<ImageHash>;

  constructor(store: (deps: Dependencies) => Promise<ImageHash>) {
    this.#store = store;
  }

  /** Stores the picture; throws 400 with the field's message. */
  store(deps: Dependencies): Promise<ImageHash> {
    return this.#store(deps);
  }
}

/** A picture: written as `{Name, ImageBase64}` under `name`, read as an address under each of `addresses`. */
export function picture(name: string, ...addresses: string[]): Field<ImageHash | null> {
  const address = z.string().describe('Address of the picture, empty without one');
  return {
    name,
    isPicture: true,
    output: Object.fromEntries(addresses.map((output) => [output, address])),
    input(rules) {
      const slot = slotOf(rules);
      const upload = pictureFile.transform((data) => new PictureUpload((deps) => saveDataUrl(deps, slot, name, data)));
      return {
        names: [name],
        isBlank: isBlankFile,
        schema: decoded(upload.optional(), (raw) => (isBlankFile(raw) ? undefined : raw), wire),
      };
    },
    read(hash, viewer, rules) {
      const url = hash === null ? '' : viewer.publicUrl + imageUrl(hash, Math.max(...slotOf(rules).widths));
      return Object.fromEntries(addresses.map((output) => [output, url]));
    },
  };
}

function slotOf(rules: z.ZodType): ImageSlot {
  const slot = fieldInfo.get(rules)?.slot;
  if (!slot) throw new TypeError('this column is not a picture');
  return slot;
}

/** Null, an empty object and blank strings count as empty (specification, section 5: Empty check). */
function isBlankFile(raw: unknown): boolean {
  if (raw == null || raw === '') return true;
  if (typeof raw !== 'object' || Array.isArray(raw)) return false;
  const bytes = 'ImageBase64' in raw ? raw.ImageBase64 : undefined;
  return bytes == null || (typeof bytes === 'string' && bytes.trim() === '');
}
