import { lazy } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { Thumbnail } from '../records/thumbnail.tsx';
import type { Widget } from './widget.ts';

// Loaded with the first form (lazy-inputs.ts).
const ImageInput = lazy(() => import('./image-input.tsx'));

/** Picture, uploaded when chosen; the field's value is the content hash. A logo for dark grounds is shown on one. */
export function image({ ground }: { ground?: 'dark' } = {}): Widget<ImageHash | null> {
  return {
    Input: (props) => <ImageInput {...props} ground={ground} />,
    isWide: true,
    Show: ({ value }) => <Thumbnail hash={value} />,
  };
}
