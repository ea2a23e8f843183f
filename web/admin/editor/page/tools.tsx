import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type EditorSession, type ItemKey, keyOf } from '../session/types.ts';
import { boxOf, useLayoutChanges } from './geometry.ts';
import { itemName } from './item-name.ts';
import { elementOf, itemElementOf, type Spot } from './marks.ts';
import { enablePageInput } from './page-input.ts';
import styles from './tools.css?inline';
import { enableTyping, type Typing } from './typing.ts';

interface Props {
  page: Document;
  session: EditorSession;
  scale: number;
  /** Moves the focus to the element around the frame, whose keys work on the selected item. */
  focusAround: () => void;
}

/** The editor's tools over the page in its frame: outlines and names of the item under the pointer and the selected one. */
export function Tools({ page, session, scale, focusAround }: Props) {
  const root = useToolsRoot(page);
  const [hovered, setHovered] = useState<Spot | null>(null);
  const [, setTypedIn] = useState<Spot | null>(null);
  const typing = useRef<Typing | null>(null);
  /** The element that the user clicked: an item may have several. */
  const picked = useRef<Spot | null>(null);
  const focus = useRef(focusAround);
  focus.current = focusAround;

  useEffect(() => {
    if (!root) return;
    const stop = new AbortController();
    const { signal } = stop;
    typing.current = enableTyping(page, { session, signal, onChange: setTypedIn });
    enablePageInput(page, {
      session,
      typing: typing.current,
      tools: root.host,
      signal,
      onHover: (spot) => setHovered((before) => (before?.element === spot?.element ? before : spot)),
      onPick(spot) {
        picked.current = spot;
        focus.current();
      },
    });
    return () => stop.abort();
  }, [page, session, root]);

  useLayoutChanges(page);
  const selected = useSelectedItem(session);
  if (!root) return null;

  const clicked = picked.current;
  const isClicked = clicked && selected && clicked.element.isConnected && keyOf(clicked.item) === keyOf(selected);
  const selectedElement = isClicked ? itemElementOf(clicked) : selected && elementOf(page, selected);
  const hoveredElement = hovered?.element.isConnected ? itemElementOf(hovered) : null;
  return createPortal(
    <>
      <style>{`${styles}:host{--scale:${scale}}`}</style>
      {hovered && hoveredElement && hoveredElement !== selectedElement && (
        <Outline element={hoveredElement} name={itemName(session, hovered.item)} />
      )}
      {selected && selectedElement && (
        <Outline
          element={selectedElement}
          name={itemName(session, selected)}
          isSelected
          isHidden={session.row(selected)?.isActive === false}
        />
      )}
    </>,
    root,
  );
}

interface OutlineProps {
  element: HTMLElement;
  name: string;
  isSelected?: boolean;
  isHidden?: boolean;
}

function Outline({ element, name, isSelected, isHidden }: OutlineProps) {
  const { isFixed, ...box } = boxOf(element);
  return (
    <div className="box" style={box} data-fixed={isFixed || undefined}>
      <div className="outline" data-selected={isSelected} data-hidden={isHidden || undefined} />
      <span className="label" data-inside={box.top < 28 || undefined}>
        {name}
        {isHidden && ' · Hidden'}
      </span>
    </div>
  );
}

/** An element beside the page's body with a shadow root. */
function useToolsRoot(page: Document): ShadowRoot | null {
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useEffect(() => {
    const host = page.createElement('div');
    page.documentElement.append(host);
    setRoot(host.attachShadow({ mode: 'open' }));
    return () => host.remove();
  }, [page]);
  return root;
}

function useSelectedItem(session: EditorSession): ItemKey | null {
  const read = useCallback(() => {
    const { selection } = session.read();
    return selection && 'path' in selection ? selection : null;
  }, [session]);
  return useSyncExternalStore(session.subscribe, read);
}
