import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { CopyIcon, EyeIcon, HiddenIcon, PlusIcon, TrashIcon } from '../../shell/icons.tsx';
import type { EditorSession, ItemKey } from '../session/types.ts';
import { addItem, addLabel } from './add-item.ts';
import { isHidden, setHidden } from './hidden.ts';
import { itemName } from './item-name.ts';
import { isInList, shownNeighbour } from './lists.ts';
import { neighbourPlace, sectionOf } from './sections.ts';

interface Props {
  page: Document;
  session: EditorSession;
  item: ItemKey;
  /** True for items that stand side by side. */
  isRow: boolean;
  /** Left edge of the item in the frame's window, in px. */
  left: number;
  scale: number;
  /** Receives the height of the toolbar, in px of the frame. */
  onHeight: (height: number) => void;
  /** Follows the name, such as the length of the text that is typed in. */
  children?: ReactNode;
  /** Receives an added item, whose first text is to be typed. */
  onAdded: (item: ItemKey) => void;
  onRemoved: () => void;
}

/** Least distance of the toolbar from the window's edges, in px. */
const margin = 8;

/** The name of the selected item, and buttons that move, copy, hide and delete the item and add to its lists. */
export function ItemToolbar({
  page,
  session,
  item,
  isRow,
  left,
  scale,
  onHeight,
  children,
  onAdded,
  onRemoved,
}: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const name = itemName(session, item);
  const section = sectionOf(item);
  const hides = isHidden(session, item);

  // An item at the right edge of the window has its toolbar to the left.
  useLayoutEffect(() => {
    if (!bar.current) return;
    bar.current.style.marginLeft = '';
    const { width, height } = bar.current.getBoundingClientRect();
    const room = page.documentElement.clientWidth - margin - left;
    bar.current.style.marginLeft = `${Math.max(margin - left, Math.min(0, room - width)) * scale}px`;
    onHeight(height);
  });

  const move = (direction: -1 | 1) => {
    const place = section
      ? neighbourPlace(page, session, section, direction)
      : (shownNeighbour(page, session, item, direction)?.place ?? null);
    if (place === null) return undefined;
    return () => (section ? session.moveSection(section, place) : session.move(item, place));
  };
  const canMove = section !== undefined || isInList(item);
  return (
    <div ref={bar} className="bar" role="toolbar" aria-label={name}>
      <span className="name">{name}</span>
      {hides && <span className="mark">Hidden</span>}
      {children}
      {canMove && (
        <>
          <Tool label={`Move ${name} earlier`} onClick={move(-1)}>
            <Arrow angle={isRow ? 180 : 270} />
          </Tool>
          <Tool label={`Move ${name} later`} onClick={move(1)}>
            <Arrow angle={isRow ? 0 : 90} />
          </Tool>
        </>
      )}
      {isInList(item) && (
        <Tool label={`Duplicate ${name}`} onClick={() => session.duplicate(item)}>
          <CopyIcon />
        </Tool>
      )}
      {canMove && (
        <Tool label={`${hides ? 'Show' : 'Hide'} ${name}`} onClick={() => setHidden(session, item, !hides)}>
          {hides ? <EyeIcon /> : <HiddenIcon />}
        </Tool>
      )}
      {isInList(item) && (
        <Tool
          label={`Delete ${name}`}
          onClick={() => {
            session.remove(item);
            onRemoved();
          }}
        >
          <TrashIcon />
        </Tool>
      )}
      {session.childPaths(item.path).map((path) => (
        <button key={path} type="button" onClick={() => onAdded(addItem(session, path, { parentId: item.id }))}>
          <PlusIcon />
          {addLabel(path)}
        </button>
      ))}
    </div>
  );
}

/** A button with an icon; without a handler, it stays focusable and does nothing. */
function Tool({ label, onClick, children }: { label: string; onClick: (() => void) | undefined; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} title={label} aria-disabled={onClick ? undefined : true} onClick={onClick}>
      {children}
    </button>
  );
}

function Arrow({ angle }: { angle: number }) {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" style={{ rotate: `${angle}deg` }}>
      <path d="M5 12h14m-6-6 6 6-6 6" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
