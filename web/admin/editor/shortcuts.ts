import { useEffect, useRef } from 'react';
import { isRemovable, moveBy, removeItem } from './commands.ts';
import { chainTo, type OutlineNode } from './outline-model.ts';
import { placeOf } from './outline-sorting.tsx';
import type { EditorSession, ItemKey } from './session/types.ts';

/** A line of the help. */
export interface Shortcut {
  keys: readonly string[];
  does: string;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const mod = isApple ? '⌘' : 'Ctrl';

/** The editor's shortcuts, as the help lists them. */
export const shortcuts: readonly Shortcut[] = [
  { keys: [mod, 'S'], does: 'Save' },
  { keys: [mod, 'Z'], does: 'Undo' },
  { keys: [mod, 'Shift', 'Z'], does: 'Redo' },
  { keys: ['Esc'], does: 'End typing, then select what is above, then nothing' },
  { keys: [mod, 'Enter'], does: 'Add another item after the selected one' },
  { keys: ['Delete'], does: 'Delete the selected item' },
  { keys: ['Alt', '↑'], does: 'Move the selected item or section up' },
  { keys: ['Alt', '↓'], does: 'Move the selected item or section down' },
  { keys: ['↑', '↓'], does: 'Go through the outline; → and ← open and close a section' },
  { keys: ['?'], does: 'Show this list' },
];

interface Options {
  session: EditorSession;
  root: HTMLElement | null;
  nodes: readonly OutlineNode[];
  onSave: () => void;
  /** Adds an item after this one. */
  onAddNext: (item: ItemKey) => void;
  onHelp: () => void;
  /** Esc with nothing typed and nothing selected above. */
  onEscape: () => boolean;
}

/** Handles the editor's shortcuts; the page in its frame passes its keys on to the element around the frame. */
export function useShortcuts(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !event.isComposing && handle(event, latest.current)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** True for a key that was a shortcut. */
function handle(event: KeyboardEvent, options: Options): boolean {
  const { session, root } = options;
  const { target, key } = event;
  // Dialogs and menus over the editor have keys of their own.
  if (!(target instanceof HTMLElement) || !root) return false;
  if (target !== document.body && !root.contains(target)) return false;
  if (target.closest('[role=menu]')) return false;
  if (event.ctrlKey || event.metaKey) return handleCommand(event, options);
  if (key === 'Escape') return pressEscape(target, options);
  if (isTyping(target)) return false;
  if (event.altKey) return (key === 'ArrowUp' || key === 'ArrowDown') && move(options, key === 'ArrowUp' ? -1 : 1);
  if (key === '?') {
    options.onHelp();
    return true;
  }
  if (key !== 'Delete' && key !== 'Backspace') return false;
  const item = selectedItem(session);
  if (!isRemovable(item)) return false;
  removeItem(session, item);
  return true;
}

function handleCommand({ key, shiftKey, altKey }: KeyboardEvent, { session, onSave, onAddNext }: Options): boolean {
  if (altKey) return false;
  const item = selectedItem(session);
  switch (key.toLowerCase()) {
    case 's':
      onSave();
      return true;
    case 'z':
      if (shiftKey) session.redo();
      else session.undo();
      return true;
    case 'y':
      session.redo();
      return true;
    case 'enter':
      if (!isRemovable(item)) return false;
      onAddNext(item);
      return true;
    default:
      return false;
  }
}

function selectedItem(session: EditorSession) {
  const { selection } = session.read();
  return selection && 'path' in selection ? { path: selection.path, id: selection.id } : null;
}

function isTyping(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])');
}

/** Ends typing; otherwise selects what is above the selected item, at last nothing. */
function pressEscape(target: HTMLElement, { session, nodes, onEscape }: Options): boolean {
  if (target.getAttribute('aria-expanded') === 'true' && target.matches('input, [role=combobox]')) return false;
  if (isTyping(target)) {
    target.blur();
    document.getElementById('editor-fields')?.focus({ preventScroll: true });
    return true;
  }
  const { selection } = session.read();
  if (!selection) return onEscape();
  const item = selectedItem(session);
  const above = item ? chainTo(nodes, item).at(-2)?.item : null;
  session.select(above ?? null);
  return true;
}

/** Moves the selected item, or the section whose heading is selected. */
function move({ session, nodes }: Options, step: 1 | -1): boolean {
  const item = selectedItem(session);
  const node = item && chainTo(nodes, item).at(-1);
  if (!node) return false;
  moveBy(session, node, placeOf(nodes, node.id)?.siblings.length ?? 0, step);
  return true;
}
