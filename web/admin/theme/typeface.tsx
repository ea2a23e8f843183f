import { lazy } from 'react';
import type { Typeface } from '../../../contract/theme.ts';
import type { Widget } from '../fields/widget.ts';
import { typefaceLabels } from './labels.ts';

// Contains style sheets of the page: loaded with the first form.
const TypefaceInput = lazy(() => import('./typeface-input.tsx'));

/** A pair of typefaces, as cards drawn in their own faces. */
export function typeface(): Widget<Typeface> {
  return {
    isWide: true,
    Input: (props) => <TypefaceInput {...props} />,
    Show: ({ value }) => `${typefaceLabels[value].label} (${typefaceLabels[value].families})`,
  };
}
