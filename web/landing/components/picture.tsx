import { createContext, useContext } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { type ImageFormat, type ImageSlotName, imageSlots, imageUrl } from '../../../contract/images.ts';
import type { PageContent } from '../../../server/landing/page.ts';

/** Width and height (px) of every picture of the page, by content hash. */
export const PictureSizes = createContext<PageContent['images']>({});

interface PictureProps {
  image: ImageHash | null;
  slot: ImageSlotName;
  /** How wide the picture is laid out, as the `sizes` attribute words it. */
  sizes: string;
  /** Empty for decoration. */
  alt?: string;
  className?: string | undefined;
  /** `first` for the one picture the first screen is about, `at-once` for others on the first screen. */
  loads?: 'first' | 'at-once' | 'when-near';
}

const loading = {
  first: { fetchPriority: 'high' },
  'at-once': {},
  'when-near': { loading: 'lazy', decoding: 'async' },
} as const;

/** A stored picture in its slot's widths, as AVIF with a WebP fallback; nothing when there is none. */
export function Picture({ image, slot, sizes, alt = '', className, loads = 'when-near' }: PictureProps) {
  const original = useContext(PictureSizes)[image ?? ''];
  if (!image || !original) return null;
  const widths = servedWidths(imageSlots[slot].widths, original.width);
  const sourceSet = (format: ImageFormat) =>
    widths.map((width) => `${imageUrl(image, width, format)} ${Math.min(width, original.width)}w`).join(', ');
  // A lazy picture is laid out before it is loaded, so browsers that can measure it themselves do.
  const layout = loads === 'when-near' ? `auto, ${sizes}` : sizes;
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={layout} />
      <img
        {...loading[loads]}
        sizes={layout}
        srcSet={sourceSet('webp')}
        src={imageUrl(image, largest(widths))}
        width={original.width}
        height={original.height}
        alt={alt}
        className={className}
      />
    </picture>
  );
}

/** Address of a picture at its slot's largest useful width, for links to it and for other sites' previews. */
export function largestPicture(sizes: PageContent['images'], image: ImageHash | null, slot: ImageSlotName) {
  const original = sizes[image ?? ''];
  if (!image || !original) return null;
  const widths = servedWidths(imageSlots[slot].widths, original.width);
  return { address: imageUrl(image, largest(widths)), ...original };
}

/** A slot's widths up to the first that holds the whole original: wider ones would carry no more detail. */
function servedWidths(widths: readonly number[], originalWidth: number): readonly number[] {
  const enough = widths.findIndex((width) => width >= originalWidth);
  return enough === -1 ? widths : widths.slice(0, enough + 1);
}

function largest(widths: readonly number[]): number {
  return Math.max(...widths);
}
