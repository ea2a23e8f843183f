import { lazy } from 'react';
import type { CornerStyle, Density } from '../../../contract/theme.ts';
import type { Widget } from '../fields/widget.ts';
import { cornerLabels, densityLabels } from './labels.ts';

// Loaded with the first form.
const CornersInput = lazy(async () => ({ default: (await import('./shape-inputs.tsx')).CornersInput }));
const DensityInput = lazy(async () => ({ default: (await import('./shape-inputs.tsx')).DensityInput }));

/** Corners of cards, buttons and pictures. */
export function corners(): Widget<CornerStyle> {
  return { Input: (props) => <CornersInput {...props} />, Show: ({ value }) => cornerLabels[value] };
}

/** Space between and within sections. */
export function density(): Widget<Density> {
  return { Input: (props) => <DensityInput {...props} />, Show: ({ value }) => densityLabels[value] };
}
