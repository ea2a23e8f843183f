import type { EditorSession } from '../session/types.ts';
import { addLabel } from './add-item.ts';
import { itemName } from './item-name.ts';
import type { AddPlace } from './lists.ts';

interface Props {
  session: EditorSession;
  place: AddPlace;
  /** Left out of the order of Tab: the button appears under the pointer. */
  isPointed?: boolean;
  onAdd: (place: AddPlace) => void;
}

/** A button in a gap of a list that adds an item there. */
export function AddButton({ session, place, isPointed = false, onAdd }: Props) {
  const { path, after, left, top, isFixed } = place;
  const where = after ? `after ${itemName(session, after)}` : 'at the start';
  const label = `${addLabel(path)} ${where}`;
  return (
    <div className="gap" style={{ left, top }} data-fixed={isFixed || undefined}>
      <button
        type="button"
        className="add"
        aria-label={label}
        title={label}
        tabIndex={isPointed ? -1 : undefined}
        onClick={() => onAdd(place)}
      >
        <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 5v14M5 12h14" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
