import type { ImageHash } from '../../contract/image-hash.ts';
import { bytes, choice, count, index, instant, primaryKey, table, text } from '../columns.ts';

const sourceFormats = ['png', 'jpeg', 'webp'] as const;

/** Uploaded pictures by content hash, unchanged except for removed metadata. */
export const images = table(
  'images',
  {
    hash: text().$type<ImageHash>().primaryKey(),
    format: choice(sourceFormats).notNull(),
    width: count().notNull(),
    height: count().notNull(),
    bytes: bytes().notNull(),
    /** Thumbhash as base64, shown until the picture has loaded; null until the product has made it. */
    thumbhash: text(),
    createdAt: instant().notNull(),
    /** Name of the uploaded file; empty if unknown. */
    fileName: text().notNull().default(''),
    /** The point that stays visible when a slot crops the picture, in percent from the left and from the top; null: the middle. */
    focusX: count(),
    focusY: count(),
    /** Alternative text; empty: decorative; null: the picture has no description yet. */
    altText: text(),
  },
  // The library reads no picture's bytes.
  (row) => [index('images_library').on(row.createdAt, row.hash, row.fileName, row.altText)],
);

/** Sizes and formats of a picture. The product can make them again at any time. */
export const imageVariants = table(
  'image_variants',
  {
    hash: text()
      .$type<ImageHash>()
      .notNull()
      .references(() => images.hash, { onDelete: 'cascade' }),
    width: count().notNull(),
    format: choice(['avif', 'webp']).notNull(),
    bytes: bytes().notNull(),
  },
  (row) => [primaryKey({ columns: [row.hash, row.width, row.format] })],
);
