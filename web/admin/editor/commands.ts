import { titles } from '../../../contract/messages.ts';
import { closeUndo, notifySuccess } from '../shell/notify.ts';
import { isHeading, type OutlineNode } from './outline-model.ts';
import { itemName } from './page/item-name.ts';
import type { EditorSession, ItemKey } from './session/types.ts';

/** Deletes an item; the notification's Undo stays until the next change. */
export function removeItem(session: EditorSession, item: ItemKey): void {
  const name = itemName(session, item);
  session.remove(item);
  const { rows } = session.read();
  notifySuccess(titles.delete, `${name} deleted.`, async () => session.undo());
  const stop = session.subscribe(() => {
    if (session.read().rows === rows) return;
    stop();
    closeUndo();
  });
}

/** True for an item that can be deleted and copied; a section's heading can be hidden only. */
export function isRemovable(item: ItemKey | null): item is ItemKey {
  return item !== null && !isHeading(item.path);
}

/** Moves a section or an item among its siblings, one place up (-1) or down (1); at the end nothing changes. */
export function moveBy(session: EditorSession, node: OutlineNode, siblingCount: number, step: 1 | -1): void {
  if (node.place === null) return;
  const place = node.place + step;
  if (place >= 0 && place < siblingCount) moveTo(session, node, place);
}

/** Moves a section or an item to a place among its siblings. */
export function moveTo(session: EditorSession, node: OutlineNode, place: number): void {
  if (node.isSection) {
    if (node.section !== 'page' && node.section !== 'company' && node.section !== 'menu')
      session.moveSection(node.section, place);
  } else if (node.item) session.move(node.item, place);
}

/** Shows or hides a section, together with its heading if that alone keeps the section off the page; or an item. */
export function show(session: EditorSession, node: OutlineNode, isShown: boolean): void {
  const { item, section } = node;
  if (!node.isSection) {
    if (item) session.change(item, 'isActive', isShown);
    return;
  }
  if (section === 'page' || section === 'company' || section === 'menu') return;
  session.showSection(section, isShown);
  if (isShown && item && session.row(item)?.isActive === false) session.change(item, 'isActive', true);
}
