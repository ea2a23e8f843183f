import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  /** One item a slide; give each its key. */
  children: ReactNode;
  /** Moves on by itself every so many milliseconds. */
  autoplay?: number;
  className?: string | undefined;
}

/** A row that scrolls and snaps by itself; client/slider.ts brings its buttons to life. */
export function Slider({ label, children, autoplay, className }: SliderProps) {
  return (
    <div className={className} data-slider="" data-autoplay={autoplay}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a list of slides is no fieldset */}
      <div className={styles.track} data-track="" tabIndex={0} role="group" aria-label={label}>
        {children}
      </div>
      <div className={styles.controls}>
        <button type="button" data-slide="previous" aria-label={`Previous: ${label}`}>
          <Icon name="arrow-left" />
        </button>
        {autoplay !== undefined && (
          <button type="button" data-slide="pause" aria-pressed="false" aria-label={`Pause: ${label}`}>
            <Icon name="pause" />
            <Icon name="play" />
          </button>
        )}
        <button type="button" data-slide="next" aria-label={`Next: ${label}`}>
          <Icon name="arrow-right" />
        </button>
      </div>
    </div>
  );
}
