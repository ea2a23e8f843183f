import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isRemovable, moveBy, moveTo, removeItem } from './commands.ts';
import { chainTo, type OutlineNode, openNodes } from './outline-model.ts';
import { OutlineRows, type TreeState } from './outline-rows.tsx';
import { OutlineSorting, placeOf } from './outline-sorting.tsx';
import { rowElement } from './row-id.ts';
import { useEditor, useEditorSession } from './session/provider.tsx';
import { type EditorSession, keyOf } from './session/types.ts';
import { useTypeahead } from './typeahead.ts';
import { useEditorUi } from './ui.ts';

/** The sections of the page in page order, with their items, as a tree. */
export function Outline() {
  const session = useEditorSession();
  const { nodes, open, section } = useEditorUi();
  const selection = useEditor((state) => state.selection);
  const selectedItem = selection && 'path' in selection ? selection : null;
  const selectedId = selectedItem ? (chainTo(nodes, selectedItem).at(-1)?.id ?? null) : section && `section ${section}`;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocused] = useState<string | null>(null);
  const [menuId, setMenu] = useState<string | null>(null);
  const element = useRef<HTMLDivElement>(null);

  const isOpen = (id: string) => opened.has(id);
  const shown = openNodes(nodes, isOpen);
  const has = (id: string | null) => id !== null && shown.some((node) => node.id === id);
  const currentId = has(focusedId) ? focusedId : has(selectedId) ? selectedId : (shown[0]?.id ?? null);

  // A selected item is visible in the outline.
  const selectedKey = selectedItem && keyOf(selectedItem);
  useEffect(() => {
    const item = session.read().selection;
    if (!item || !('path' in item) || selectedKey === null) return;
    const above = chainTo(nodes, item).slice(0, -1);
    if (above.length > 0) setOpened((before) => new Set([...before, ...above.map(({ id }) => id)]));
    setFocused(null);
    // `nodes` changes with every key; the rows above an item do not.
  }, [selectedKey, session, nodes.length]);
  useEffect(() => {
    if (selectedId) rowElement(selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  function toggle(id: string, isOpened: boolean) {
    setOpened((before) => new Set(isOpened ? [...before, id] : [...before].filter((one) => one !== id)));
  }

  /** Moves the focus after the next drawing: commands change rows and their order. */
  function focus(id: string | undefined) {
    if (id === undefined) return;
    setFocused(id);
    setTimeout(() => rowElement(id)?.focus());
  }

  const typeahead = useTypeahead(shown, (node) => focus(node.id));
  const siblingCount = ({ id }: OutlineNode) => placeOf(nodes, id)?.siblings.length ?? 0;

  function press(event: KeyboardEvent) {
    const node = shown.find(({ id }) => rowElement(id) === event.target);
    if (!node || event.ctrlKey || event.metaKey) return;
    const handled = event.altKey ? pressAlt(event.key, node) : pressPlain(event.key, node);
    if (handled || (!event.altKey && typeahead(event.key, node))) event.preventDefault();
  }

  function pressAlt(key: string, node: OutlineNode): boolean {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
    moveBy(session, node, siblingCount(node), key === 'ArrowUp' ? -1 : 1);
    focus(node.id);
    return true;
  }

  function pressPlain(key: string, node: OutlineNode): boolean {
    const at = shown.indexOf(node);
    switch (key) {
      case 'ArrowDown':
        focus(shown[at + 1]?.id);
        return true;
      case 'ArrowUp':
        focus(shown[at - 1]?.id);
        return true;
      case 'Home':
        focus(shown[0]?.id);
        return true;
      case 'End':
        focus(shown.at(-1)?.id);
        return true;
      case 'ArrowRight':
        if (node.children.length > 0 && !isOpen(node.id)) toggle(node.id, true);
        else focus(node.children[0]?.id);
        return true;
      case 'ArrowLeft':
        if (isOpen(node.id)) toggle(node.id, false);
        else focus(shown.find(({ children }) => children.includes(node))?.id);
        return true;
      case 'Enter':
      case ' ':
        open(node);
        return true;
      case 'ContextMenu':
        setMenu(node.id);
        return true;
      case 'Delete':
        remove(session, node);
        return true;
      default:
        return false;
    }
  }

  /** Deletes an item; the focus goes to the row that takes its place. */
  function remove(from: EditorSession, node: OutlineNode) {
    if (!isRemovable(node.item)) return;
    const siblings = shown.find(({ children }) => children.includes(node))?.children ?? [];
    const at = siblings.indexOf(node);
    const next = siblings[at + 1] ?? siblings[at - 1] ?? shown.find(({ children }) => children.includes(node));
    removeItem(from, node.item);
    focus(next?.id);
  }

  const tree: TreeState = {
    currentId,
    selectedId,
    menuId,
    isOpen,
    siblingCount,
    toggle,
    select(node) {
      setFocused(node.id);
      if (!isOpen(node.id) && node.children.length > 0) toggle(node.id, true);
      open(node);
    },
    openMenu: setMenu,
    closeMenu(node) {
      setMenu(null);
      focus(node.id);
    },
    remove: (node) => remove(session, node),
  };

  return (
    <OutlineSorting nodes={nodes} onMove={(node, place) => moveTo(session, node, place)}>
      <div
        ref={element}
        role="tree"
        aria-label="Sections and items of the page"
        onKeyDown={press}
        onFocus={({ target }) => {
          const node = shown.find(({ id }) => rowElement(id) === target);
          if (node) setFocused(node.id);
        }}
      >
        <OutlineRows nodes={nodes} level={1} tree={tree} />
      </div>
    </OutlineSorting>
  );
}
