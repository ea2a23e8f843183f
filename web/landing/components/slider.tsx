import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  /** One keyed element per slide. */
  children: ReactNode;
  /** Interval in ms; no autoplay if left out. */
  autoplay?: number;
  className?: string | undefined;
}

/** Renders a row with scroll snap; client/slider.ts enables the buttons and autoplay. */
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
