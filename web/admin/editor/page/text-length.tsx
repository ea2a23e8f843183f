import { useSyncExternalStore } from 'react';
import type { EditorSession } from '../session/types.ts';
import type { Spot } from './marks.ts';
import { maxLengthOf } from './typing.ts';

/** Share of the limit from which the length is shown. */
const shownFrom = 0.8;

/** Length of the text that is typed in, near and over its limit. The text itself stays whole. */
export function TextLength({ session, spot }: { session: EditorSession; spot: Spot }) {
  const value = useSyncExternalStore(session.subscribe, () => session.row(spot.item)?.[spot.field ?? '']);
  const limit = maxLengthOf(spot);
  const length = typeof value === 'string' ? value.length : 0;
  return (
    <span role="status" className="length" data-over={limit !== undefined && length > limit ? true : undefined}>
      {limit !== undefined && length >= limit * shownFrom && `${length} of ${limit} characters`}
    </span>
  );
}
