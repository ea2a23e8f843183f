import type { PicturePoint } from '../../../contract/picture-details.ts';
import css from './focus.module.css';
import type { SlotShape } from './slot-shapes.ts';

interface Props {
  url: string;
  shapes: readonly SlotShape[];
  focus: PicturePoint | null;
}

/** The picture in each shape in which the page shows it. */
export function ShapePreviews({ url, shapes, focus }: Props) {
  const objectPosition = focus ? `${focus.x}% ${focus.y}%` : '50% 50%';
  return (
    <ul className={css.shapes} aria-label="How the page crops the picture">
      {shapes.map(({ label, ratio, outline }) => (
        <li key={`${label} ${ratio}`}>
          <div
            className={css.shape}
            data-outline={outline}
            style={{ aspectRatio: ratio, width: `min(${ratio * 7}rem, 12rem)` }}
          >
            <img src={url} alt="" style={{ objectPosition }} />
          </div>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
