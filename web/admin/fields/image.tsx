import { ImageInput } from './image-input.tsx';
import { Thumbnail } from '../records/thumbnail.tsx';
import type { ImageHash } from '../../../contract/fields.ts';
import type { Widget } from './widget.ts';

/** Picture, uploaded as soon as it is chosen; the record keeps its content hash. */
export function image(): Widget<ImageHash | null> {
  return { Input: ImageInput, Show: ({ value }) => <Thumbnail hash={value} /> };
}
