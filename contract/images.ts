import type { ImageHash } from './image-hash.ts';

/** A place for pictures: accepted types, recommended size, served widths (px). */
export interface ImageSlot {
  name: string;
  accept: 'png' | 'png-or-jpeg';
  /** Recommended width*height in px, as written in the specification. */
  recommended: string | null;
  widths: readonly number[];
  /**
   * `content`: the page reads the alternative text out. `named`: without a text the page reads the name of the row.
   * `background`: decorative for everyone.
   */
  role: 'content' | 'named' | 'background';
  /** False: the page shows the picture whole, as it does with logos. */
  isCropped: boolean;
}

// Specification, section 5: which slots take PNG only, and the size hint beside each picker.

const content = { accept: 'png-or-jpeg', role: 'content', isCropped: true } as const;
const logo = { ...content, isCropped: false } as const;
const namedLogo = { ...logo, role: 'named' } as const;
/** As wide as the screen. Phones are 320 to 430 px wide at two or three pixels each: 750 fits the former, 1200 most of the latter. */
const banner = { accept: 'png-or-jpeg', widths: [750, 1200, 1920], role: 'background', isCropped: true } as const;
/** A large picture beside a text. */
const beside = { ...content, recommended: '1080*720', widths: banner.widths } as const;

/** Every picture slot by name. */
export const imageSlots = {
  companyLogo: { ...namedLogo, name: 'companyLogo', accept: 'png', recommended: null, widths: [160, 320, 640] },
  heroLogo: { ...logo, name: 'heroLogo', recommended: null, widths: [160, 320, 640] },
  wideBackground: { ...banner, name: 'wideBackground', recommended: '1920*1080' },
  background: { ...banner, name: 'background', recommended: '1080*720' },
  contactBackground: { ...banner, name: 'contactBackground', accept: 'png', recommended: '1920*1080' },
  descriptionPicture: { ...beside, name: 'descriptionPicture' },
  servicesPicture: { ...beside, name: 'servicesPicture' },
  planImage: { ...content, name: 'planImage', recommended: '50*50', widths: [80, 160] },
  clientLogo: { ...namedLogo, name: 'clientLogo', recommended: '220*150', widths: [220, 440] },
  memberPhoto: { ...content, name: 'memberPhoto', recommended: '230*230', widths: [230, 460] },
  customerPhoto: { ...content, name: 'customerPhoto', recommended: '67*67', widths: [80, 160] },
  projectPicture: { ...content, name: 'projectPicture', recommended: '1080*720', widths: [480, 800, 1200] },
  videoPoster: { ...content, name: 'videoPoster', recommended: '1280*720', widths: [640, 1280], role: 'background' },
} as const satisfies Record<string, ImageSlot>;

export type ImageSlotName = keyof typeof imageSlots;

/** Formats of served pictures, best compression first. */
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Width (px) of the thumbnails in the back office's tables. */
export const thumbnailWidth = 80;

/** Widths (px) of all slots and of thumbnails. */
export const imageWidths: readonly number[] = [
  ...new Set([thumbnailWidth, ...Object.values(imageSlots).flatMap((slot): readonly number[] => slot.widths)]),
].sort((a, b) => a - b);

/** URL of a stored picture at one of `imageWidths` (px). */
export function imageUrl(hash: ImageHash, width: number, format: ImageFormat = 'webp'): string {
  return `/images/${hash}-${width}.${format}`;
}

/** True if a file is larger than the specification's check allows (section 5: size / 100000 > 15, so over 1.5 MB). */
export function isImageTooLarge(bytes: number): boolean {
  return bytes / 100_000 > 15;
}

/** Largest accepted picture file, in bytes. */
export const maxImageBytes = 1_500_000;

/** Most pixels of a picture; decoded, this many take 160 MB. */
export const maxPixels = 40_000_000;

/** MIME types a slot accepts. */
export function acceptedTypes(slot: ImageSlot): readonly string[] {
  return slot.accept === 'png' ? ['image/png'] : ['image/png', 'image/jpeg'];
}
