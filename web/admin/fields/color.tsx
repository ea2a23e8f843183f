import { lazy } from 'react';
import type { ColorUse } from '../theme/color-shades.tsx';
import css from './color.module.css';
import type { Widget } from './widget.ts';

// Loaded with the first form (lazy-inputs.ts).
const ColorInput = lazy(() => import('./color-input.tsx'));

/** Colour as `#rrggbb`, picked, chosen from suggestions or typed; empty for the design's default. */
export function color(use: ColorUse): Widget<string> {
  return {
    Input: (props) => <ColorInput {...props} use={use} />,
    Show: ({ value }) => (
      <span className={css.named}>
        <span className={css.dot} style={{ background: value }} /> {value}
      </span>
    ),
  };
}
