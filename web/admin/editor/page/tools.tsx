import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type EditorSession, type ItemKey, keyOf, type Selection } from '../session/types.ts';
import { AddButton } from './add-button.tsx';
import { addItem } from './add-item.ts';
import { useLayoutChanges } from './geometry.ts';
import { isHidden } from './hidden.ts';
import { itemName } from './item-name.ts';
import { ItemToolbar } from './item-toolbar.tsx';
import { type AddPlace, endOfList } from './lists.ts';
import { elementOf, fieldElementOf, itemElementOf, type Spot, textsOf } from './marks.ts';
import { Outline } from './outline.tsx';
import { prepareControls } from './page-controls.ts';
import { enablePageInput } from './page-input.ts';
import { reveal } from './reveal.ts';
import { TextLength } from './text-length.tsx';
import styles from './tools.css?inline';
import { enableTyping, focusText, type Typing } from './typing.ts';

interface Props {
  page: Document;
  session: EditorSession;
  scale: number;
  /** The element around the frame, whose keys work on the selected item. */
  around: RefObject<HTMLElement | null>;
}

/** The editor's tools over the page, in the page's frame: outlines, the selected item's toolbar, and buttons in lists. */
export function Tools({ page, session, scale, around }: Props) {
  const root = useToolsRoot(page);
  const [hovered, setHovered] = useState<Spot | null>(null);
  const [gap, setGap] = useState<AddPlace | null>(null);
  const [typedIn, setTypedIn] = useState<Spot | null>(null);
  const typing = useRef<Typing | null>(null);
  /** The element that the user clicked: an item may have several. */
  const picked = useRef<Spot | null>(null);
  /** The item whose first text is to be typed once the page shows the item. */
  const added = useRef<ItemKey | null>(null);
  const [toolbarHeight, setToolbarHeight] = useState(0);
  useLayoutChanges(page);
  const selected = useSelectedItem(session);

  const focusAround = useCallback(() => around.current?.focus({ preventScroll: true }), [around]);
  useEffect(() => {
    if (!root) return;
    const stop = new AbortController();
    const { signal } = stop;
    const entered = enableTyping(page, { session, signal, onChange: setTypedIn, onEnd: focusAround });
    typing.current = entered;
    enablePageInput(page, {
      session,
      typing: entered,
      tools: root.host,
      signal,
      onHover: (spot) => setHovered((before) => (before?.element === spot?.element ? before : spot)),
      onGap: (place) => setGap((before) => (isSamePlace(before, place) ? before : place)),
      onPick(spot) {
        picked.current = spot;
        focusAround();
      },
    });
    const typeSelected = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== around.current) return;
      const { selection } = session.read();
      const text = selection && 'path' in selection ? textToType(page, selection) : undefined;
      if (!text) return;
      event.preventDefault();
      focusText(entered, text);
    };
    around.current?.addEventListener('keydown', typeSelected, { signal });
    return () => {
      entered.stop();
      stop.abort();
    };
  }, [page, session, root, around, focusAround]);

  useEffect(() => prepareControls(page), [page]);

  const clicked = picked.current;
  const isClicked = clicked && selected && clicked.element.isConnected && keyOf(clicked.item) === keyOf(selected);
  const element = isClicked ? itemElementOf(clicked) : selected && elementOf(page, selected);
  useSelectedMark(element);
  useEffect(() => {
    if (typing.current) followSelection(typing.current, page, session, selected);
  });
  useReveal(page, selected, isClicked === true);
  useEffect(() => {
    const text = added.current && typing.current && textsOf(page, added.current)[0];
    if (!text || !typing.current) return;
    added.current = null;
    focusText(typing.current, text);
  });

  if (!root) return null;
  const add = ({ path, parentId, after }: AddPlace) => {
    setGap(null);
    added.current = addItem(session, path, { parentId, after: after?.id ?? null });
  };
  const hoveredElement = hovered?.element.isConnected && !typedIn ? itemElementOf(hovered) : null;
  const { isRow, place: end } = element ? endOfList(element, session) : { isRow: false, place: null };
  return createPortal(
    <>
      <style>{`${styles}:host{--scale:${scale}}`}</style>
      {hovered && hoveredElement && hoveredElement !== element && (
        <Outline element={hoveredElement} name={itemName(session, hovered.item)} />
      )}
      {selected && element && (
        <Outline element={element} isHidden={isHidden(session, selected)} toolbarHeight={toolbarHeight}>
          <ItemToolbar
            page={page}
            session={session}
            item={selected}
            isRow={isRow}
            left={element.getBoundingClientRect().left}
            scale={scale}
            onHeight={setToolbarHeight}
            onAdded={(item) => {
              added.current = item;
            }}
            onRemoved={focusAround}
          >
            {typedIn && <TextLength session={session} spot={typedIn} />}
          </ItemToolbar>
        </Outline>
      )}
      {end && <AddButton session={session} place={end} onAdd={add} />}
      {gap && !isSamePlace(gap, end) && !typedIn && <AddButton session={session} place={gap} isPointed onAdd={add} />}
    </>,
    root,
  );
}

/** Ends typing once another item is selected. A row that a save has given its final id has a new element: typing goes on. */
function followSelection(typing: Typing, page: Document, session: EditorSession, selected: ItemKey | null): void {
  const spot = typing.current();
  if (!spot) return;
  if (!spot.element.isConnected) {
    typing.stop();
    const text = selected?.path === spot.item.path && fieldElementOf(page, selected, spot.field);
    if (text) focusText(typing, text);
  } else if (session.row(spot.item) && (!selected || keyOf(selected) !== keyOf(spot.item))) {
    typing.stop();
  }
}

/** The text in which Enter starts typing: the selected field's, or the item's first. */
function textToType(page: Document, selection: ItemKey & { field?: string }): HTMLElement | undefined {
  const texts = textsOf(page, selection);
  return texts.find(({ dataset }) => dataset.field === selection.field) ?? texts[0];
}

function isSamePlace(one: AddPlace | null, other: AddPlace | null): boolean {
  return one?.left === other?.left && one?.top === other?.top && one?.path === other?.path;
}

/** An element with a shadow root, before the page in the order of Tab. */
function useToolsRoot(page: Document): ShadowRoot | null {
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useEffect(() => {
    const host = page.createElement('div');
    page.body.before(host);
    setRoot(host.attachShadow({ mode: 'open' }));
    return () => host.remove();
  }, [page]);
  return root;
}

function useSelectedItem(session: EditorSession): (ItemKey & { field?: string }) | null {
  const read = useCallback(() => itemIn(session.read().selection), [session]);
  return useSyncExternalStore(session.subscribe, read);
}

function itemIn(selection: Selection | null) {
  return selection && 'path' in selection ? selection : null;
}

/** Marks the selected item's element, whose empty texts are shown. */
function useSelectedMark(element: HTMLElement | null): void {
  useLayoutEffect(() => {
    element?.setAttribute('data-selected', '');
    return () => element?.removeAttribute('data-selected');
  }, [element]);
}

/**
 * Scrolls to an item, or its field, that was selected elsewhere, as soon as the page shows the item; again when the width of
 * the window moves the item.
 */
function useReveal(page: Document, selected: (ItemKey & { field?: string }) | null, isClicked: boolean): void {
  const revealed = useRef<{ selected: Selection | null; width: number | undefined }>({ selected: null, width: 0 });
  useEffect(() => {
    const width = page.defaultView?.innerWidth;
    const isMoved = revealed.current.width !== width;
    if (revealed.current.selected === selected && !isMoved) return;
    const element = selected && (fieldElementOf(page, selected, selected.field) ?? elementOf(page, selected));
    if (selected && !element) return;
    revealed.current = { selected, width };
    if (element && (isMoved || !isClicked)) reveal(element);
  });
}
