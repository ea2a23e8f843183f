import { type CornerStyle, cornerStyles, type Density, densities } from '../../../contract/theme.ts';
import type { InputProps } from '../fields/widget.ts';
import { Choice } from './choice.tsx';
import { cornerLabels, densityLabels } from './labels.ts';
import css from './theme.module.css';

const corners = cornerStyles.map((value) => ({
  value,
  content: (
    <>
      <CornerDrawing corners={value} />
      {cornerLabels[value]}
    </>
  ),
}));

const spaces = densities.map((value) => ({
  value,
  content: (
    <>
      <DensityDrawing density={value} />
      {densityLabels[value]}
    </>
  ),
}));

/** Corners of cards, buttons and pictures, with drawings. */
export function CornersInput(props: InputProps<CornerStyle>) {
  return <Choice {...props} look="bar" options={corners} />;
}

/** Space between and within sections, with drawings. */
export function DensityInput(props: InputProps<Density>) {
  return <Choice {...props} look="bar" options={spaces} />;
}

const radii: Record<CornerStyle, number> = { square: 0, soft: 5, round: 14 };

/** The upper left corner of a card. */
function CornerDrawing({ corners: style }: { corners: CornerStyle }) {
  const radius = radii[style];
  return (
    <svg className={css.drawing} viewBox="0 0 28 20" aria-hidden="true">
      <path d={`M4 19V${4 + radius}a${radius} ${radius} 0 0 1 ${radius}-${radius}H26`} />
    </svg>
  );
}

/** Lines of text, far apart or close together. */
function DensityDrawing({ density: spacing }: { density: Density }) {
  const lines = spacing === 'airy' ? [3, 10, 17] : [3, 6.5, 10, 13.5, 17];
  return (
    <svg className={css.drawing} viewBox="0 0 28 20" aria-hidden="true">
      {lines.map((y) => (
        <path key={y} d={`M4 ${y}H24`} />
      ))}
    </svg>
  );
}
