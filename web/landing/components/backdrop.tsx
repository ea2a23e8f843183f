import type { ImageHash } from '../../../contract/image-hash.ts';
import type { ImageSlotName } from '../../../contract/images.ts';
import styles from './backdrop.module.css';
import { classes } from './classes.ts';
import type { Marks } from './editing.tsx';
import { Picture } from './picture.tsx';

interface BackdropProps {
  image: ImageHash | null;
  slot?: ImageSlotName;
  /**
   * `paper` suits the page's text colour and follows the colour scheme; `ink` suits light text;
   * `none` leaves the picture unchanged.
   */
  scrim: 'paper' | 'ink' | 'none';
  /** True for the largest picture above the fold. */
  isPriority?: boolean;
  mark: Marks | undefined;
  className?: string | undefined;
}

/** Renders a section's background picture under a scrim that keeps AA contrast for any picture. */
export function Backdrop({ image, slot = 'background', scrim, isPriority, mark, className }: BackdropProps) {
  return (
    <div className={classes(styles.backdrop, styles[scrim], className)} aria-hidden="true" {...mark}>
      <Picture image={image} slot={slot} sizes="100vw" loading={isPriority ? 'priority' : 'lazy'} />
    </div>
  );
}
