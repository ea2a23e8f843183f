import type { ImageHash } from '../../../contract/image-hash.ts';
import { imageUrl, thumbnailWidth } from '../../../contract/images.ts';
import css from './thumbnail.module.css';

/** A small picture, or a dash for null. */
export function Thumbnail({ hash }: { hash: ImageHash | null }) {
  if (hash === null) return <span className={css.none}>–</span>;
  return <img className={css.thumbnail} src={imageUrl(hash, thumbnailWidth)} alt="" loading="lazy" />;
}
