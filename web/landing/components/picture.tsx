import { type CSSProperties, createContext, useContext } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { type ImageFormat, type ImageSlotName, imageSlots, imageUrl } from '../../../contract/images.ts';
import type { PicturePoint } from '../../../contract/picture-details.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import type { Marks } from './editing.tsx';

/** Size, placeholder, alternative text and focal point of every picture of the page, by content hash. */
export const PictureSizes = createContext<PageContent['images']>({});

interface PictureProps {
  image: ImageHash | null;
  slot: ImageSlotName;
  /** Layout width, in the syntax of the `sizes` attribute. */
  sizes: string;
  /** Text for a picture that has no alternative text of its own; empty for decorative pictures. */
  alt?: string;
  className?: string | undefined;
  /** `priority` for the main picture above the fold, `eager` for others above the fold. */
  loading?: 'priority' | 'eager' | 'lazy';
  mark?: Marks | undefined;
}

const loadingAttributes = {
  priority: { fetchPriority: 'high' },
  // After the heading's own picture.
  eager: { fetchPriority: 'low' },
  lazy: { loading: 'lazy', decoding: 'async' },
} as const;

/** Logos are whole, beside empty space, where a placeholder would stay visible. */
const slotsWithoutPlaceholder: readonly ImageSlotName[] = ['companyLogo', 'heroLogo', 'clientLogo'];

/**
 * Renders a stored picture in its slot's widths, as AVIF with a WebP fallback, over its placeholder; nothing without a
 * picture.
 */
export function Picture({ image, slot, sizes, alt = '', className, loading = 'lazy', mark }: PictureProps) {
  const original = useContext(PictureSizes)[image ?? ''];
  if (!image || !original) return null;
  const widths = servedWidths(imageSlots[slot].widths, original.width);
  const sourceSet = (format: ImageFormat) =>
    widths.map((width) => `${imageUrl(image, width, format)} ${Math.min(width, original.width)}w`).join(', ');
  // `auto` lets browsers use the layout width of a lazy picture, known before loading.
  const layoutSizes = loading === 'lazy' ? `auto, ${sizes}` : sizes;
  const placeholder = slotsWithoutPlaceholder.includes(slot) ? null : original.placeholder;
  const shownAlt = imageSlots[slot].role !== 'background' && original.alt ? original.alt : alt;
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={layoutSizes} />
      <img
        {...loadingAttributes[loading]}
        sizes={layoutSizes}
        srcSet={sourceSet('webp')}
        src={imageUrl(image, largest(widths))}
        width={original.width}
        height={original.height}
        alt={shownAlt}
        className={className}
        style={styleOf(placeholder, imageSlots[slot].isCropped ? original.focus : undefined)}
        {...mark}
      />
    </picture>
  );
}

/** The placeholder, and the focal point for the picture and for the placeholder behind it. */
function styleOf(placeholder: string | null, focus: PicturePoint | undefined): CSSProperties {
  const position = focus && `${focus.x}% ${focus.y}%`;
  const background: Record<`--${string}`, string> = placeholder ? { '--placeholder': `url(${placeholder})` } : {};
  return { ...background, ...(position && { objectPosition: position, backgroundPosition: position }) };
}

/** URL and original size (px) of a picture at its slot's largest useful width; null without a picture. */
export function largestPicture(sizes: PageContent['images'], image: ImageHash | null, slot: ImageSlotName) {
  const original = sizes[image ?? ''];
  if (!image || !original) return null;
  const widths = servedWidths(imageSlots[slot].widths, original.width);
  return { url: imageUrl(image, largest(widths)), ...original };
}

/** A slot's widths up to the first that covers the original; larger ones add no detail. */
function servedWidths(widths: readonly number[], originalWidth: number): readonly number[] {
  const enough = widths.findIndex((width) => width >= originalWidth);
  return enough === -1 ? widths : widths.slice(0, enough + 1);
}

function largest(widths: readonly number[]): number {
  return Math.max(...widths);
}
