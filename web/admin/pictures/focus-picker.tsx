import type { KeyboardEvent, PointerEvent } from 'react';
import type { PicturePoint } from '../../../contract/picture-details.ts';
import css from './focus.module.css';

const middle: PicturePoint = { x: 50, y: 50 };

/** Percent of one press of an arrow key, alone and with Shift. */
const step = { small: 2, large: 10 };

const directions: Readonly<Record<string, PicturePoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface Props {
  url: string;
  /** Null for the middle. */
  focus: PicturePoint | null;
  onChange: (focus: PicturePoint | null) => void;
}

/** The whole picture with its focal point, which a click, a drag or the arrow keys move. */
export function FocusPicker({ url, focus, onChange }: Props) {
  const { x, y } = focus ?? middle;

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: percent(((event.clientX - box.left) / box.width) * 100),
      y: percent(((event.clientY - box.top) / box.height) * 100),
    });
  }

  function press(event: KeyboardEvent) {
    const direction = directions[event.key];
    if (event.key === 'Home') onChange(null);
    else if (!direction) return;
    else {
      const length = event.shiftKey ? step.large : step.small;
      onChange({ x: percent(x + direction.x * length), y: percent(y + direction.y * length) });
    }
    event.preventDefault();
  }

  return (
    <div
      className={css.picker}
      role="slider"
      tabIndex={0}
      aria-label="Focal point"
      aria-valuenow={x}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={pointInWords(focus)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        follow(event);
        event.preventDefault();
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
      onKeyDown={press}
    >
      <img src={url} alt="" draggable={false} />
      <span className={css.point} style={{ left: `${x}%`, top: `${y}%` }} />
    </div>
  );
}

/** A focal point in words. */
export function pointInWords(focus: PicturePoint | null): string {
  return focus ? `${focus.x} % from the left, ${focus.y} % from the top` : 'Not set';
}

function percent(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 100);
}
