import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isRemovable, moveBy, moveTo, removeItem } from './commands.ts';
import { type AddingRow, chainTo, type OutlineNode, openRows } from './outline-model.ts';
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
  const { nodes, open, add, section, keepView } = useEditorUi();
  const selection = useEditor((state) => state.selection);
  const selectedItem = selection && 'path' in selection ? selection : null;
  const selectedId = selectedItem ? (chainTo(nodes, selectedItem).at(-1)?.id ?? null) : section && `section ${section}`;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocused] = useState<string | null>(null);
  const [menuId, setMenu] = useState<string | null>(null);
  const element = useRef<HTMLDivElement>(null);

  const isOpen = (id: string) => opened.has(id);
  const shown = openRows(nodes, isOpen);
  const has = (id: string | null) => id !== null && shown.some((node) => node.id === id);
  const currentId = has(focusedId) ? focusedId : has(selectedId) ? selectedId : (shown[0]?.id ?? null);

  // A selected item is visible in the outline.
  const selectedKey = selectedItem && keyOf(selectedItem);
  useEffect(() => {
    const item = session.read().selection;
    if (!item || !('path' in item) || selectedKey === null) return;
    // A selected section shows its items.
    const above = chainTo(nodes, item).filter((node, at, chain) => node.isSection || at < chain.length - 1);
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

  function focus(id: string | undefined) {
    if (id === undefined) return;
    setFocused(id);
    rowElement(id)?.focus();
  }

  /** Moves the focus after the next drawing: a command changes rows or their order. */
  function focusLater(id: string | undefined) {
    if (id !== undefined) setTimeout(() => focus(id));
  }

  const typeahead = useTypeahead(shown, (node) => focus(node.id));
  const siblingCount = ({ id }: OutlineNode) => placeOf(nodes, id)?.siblings.length ?? 0;

  function press(event: KeyboardEvent) {
    const node = shown.find(({ id }) => rowElement(id) === event.target);
    if (!node || event.ctrlKey || event.metaKey) return;
    const handled = event.altKey
      ? 'item' in node && pressAlt(event.key, node)
      : goTo(event.key, node) || ('item' in node ? act(event.key, node) : addBy(event.key, node));
    if (handled || (!event.altKey && typeahead(event.key, node))) event.preventDefault();
  }

  function pressAlt(key: string, node: OutlineNode): boolean {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
    moveBy(session, node, siblingCount(node), key === 'ArrowUp' ? -1 : 1);
    focusLater(node.id);
    return true;
  }

  /** Moves the focus; true for a key that does. */
  function goTo(key: string, node: OutlineNode | AddingRow): boolean {
    const at = shown.indexOf(node);
    const targets = new Map([
      ['ArrowDown', shown[at + 1]],
      ['ArrowUp', shown[at - 1]],
      ['Home', shown[0]],
      ['End', shown.at(-1)],
    ]);
    focus(targets.get(key)?.id);
    return targets.has(key);
  }

  /** Acts on a section or an item; true for a key that does. */
  function act(key: string, node: OutlineNode): boolean {
    switch (key) {
      case 'ArrowRight':
        if (!isOpen(node.id)) toggle(node.id, node.children.length + node.lists.length > 0);
        else focus(shown[shown.indexOf(node) + 1]?.id);
        return true;
      case 'ArrowLeft':
        if (isOpen(node.id)) toggle(node.id, false);
        else focus(parentOf(node)?.id);
        return true;
      case 'Enter':
      case ' ':
        open(node);
        return true;
      case 'ContextMenu':
        // A menu closes by a key outside, such as this one.
        setTimeout(() => setMenu(node.id));
        return true;
      case 'Delete':
        remove(session, node);
        return true;
      default:
        return false;
    }
  }

  /** Adds an item; true for a key that does. */
  function addBy(key: string, { adds }: AddingRow): boolean {
    if (key !== 'Enter' && key !== ' ') return false;
    add(adds.path, { parentId: adds.parentId });
    return true;
  }

  function parentOf(node: OutlineNode): OutlineNode | undefined {
    return shown.filter((one) => 'item' in one).find(({ children }) => children.includes(node));
  }

  /** Deletes an item; the focus goes to the row that takes its place. */
  function remove(from: EditorSession, node: OutlineNode) {
    if (!isRemovable(node.item)) return;
    const parent = parentOf(node);
    const siblings = parent?.children ?? [];
    const at = siblings.indexOf(node);
    const next = siblings[at + 1] ?? siblings[at - 1] ?? parent;
    keepView();
    removeItem(from, node.item);
    focusLater(next?.id);
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
      if (!isOpen(node.id)) toggle(node.id, true);
      open(node);
    },
    openMenu: setMenu,
    closeMenu(node) {
      setMenu(null);
      focusLater(node.id);
    },
    remove: (node) => remove(session, node),
    add: ({ adds }) => add(adds.path, { parentId: adds.parentId }),
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
