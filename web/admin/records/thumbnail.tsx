import type { ImageHash } from '../../../contract/image-hash.ts';
import { imageUrl } from '../../../contract/images.ts';
import css from './thumbnail.module.css';

/** Width a table's thumbnail is served in, in px (contract/images.ts). */
const thumbnailWidth = 80;

/** Small picture of a table's row, or a dash without one. */
export function Thumbnail({ hash }: { hash: ImageHash | null }) {
  if (hash === null) return <span className={css.none}>–</span>;
  return <img className={css.thumbnail} src={imageUrl(hash, thumbnailWidth)} alt="" loading="lazy" />;
}
