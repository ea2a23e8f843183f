import type { ImageHash } from '../../../contract/image-hash.ts';
import type { ImageSlotName } from '../../../contract/images.ts';
import styles from './backdrop.module.css';
import { classes } from './classes.ts';
import { Picture } from './picture.tsx';

interface BackdropProps {
  image: ImageHash | null;
  slot?: ImageSlotName;
  /**
   * `paper` suits the page's own text and turns to night with the dark scheme, `ink` suits light text;
   * `none` leaves the picture as it is.
   */
  scrim: 'paper' | 'ink' | 'none';
  /** True on the first screen, where it is the largest picture. */
  first?: boolean;
  className?: string | undefined;
}

/** A section's picture behind its text, under a scrim dense enough for AA contrast whatever it shows. */
export function Backdrop({ image, slot = 'background', scrim, first, className }: BackdropProps) {
  return (
    <div className={classes(styles.backdrop, styles[scrim], className)} aria-hidden="true">
      <Picture image={image} slot={slot} sizes="100vw" loads={first ? 'first' : 'when-near'} />
    </div>
  );
}
