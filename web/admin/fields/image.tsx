import type { ImageHash } from '../../../contract/image-hash.ts';
import { Thumbnail } from '../records/thumbnail.tsx';
import { ImageInput } from './image-input.tsx';
import type { Widget } from './widget.ts';

/** Picture, uploaded as soon as it is chosen; the record keeps its content hash. */
export function image(): Widget<ImageHash | null> {
  return { Input: ImageInput, isWide: true, Show: ({ value }) => <Thumbnail hash={value} /> };
}
