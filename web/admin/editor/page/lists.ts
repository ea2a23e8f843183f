import type { RecordPath } from '../../../../server/content/router.ts';
import type { EditorSession, ItemKey } from '../session/types.ts';
import { boxOf } from './geometry.ts';
import { elementOf, type Spot, spotAt } from './marks.ts';

/** A place of the page where an item can be added. */
export interface AddPlace {
  path: RecordPath;
  parentId: number | undefined;
  /** The item before the place; null for the first place of the list. */
  after: ItemKey | null;
  /** The middle of the gap, in px of the frame's document; in the header, of its window. */
  left: number;
  top: number;
  isFixed: boolean;
}

/** The list of an item: rows of the record with the same parent. */
function parentIdOf(session: EditorSession, item: ItemKey): number | undefined {
  const parentId = session.row(item)?.parentId;
  return typeof parentId === 'number' ? parentId : undefined;
}

/** True for an item that is one of several in a list. */
export function isInList({ path }: ItemKey): boolean {
  return !path.endsWith('.heading') && path !== 'page.layout';
}

/** The nearest item of the list, before (-1) or after (1) an item, that the page shows. */
export function shownNeighbour(
  page: Document,
  session: EditorSession,
  item: ItemKey,
  direction: -1 | 1,
): { id: number; place: number } | null {
  const list = session.list(item.path, parentIdOf(session, item));
  const start = list.findIndex(({ id }) => id === item.id);
  for (let place = start + direction; start !== -1 && place >= 0 && place < list.length; place += direction) {
    const id = list[place]?.id;
    if (id !== undefined && elementOf(page, { path: item.path, id })) return { id, place };
  }
  return null;
}

/** Places for new items before, between and after the items of all lists within an element. */
export function addPlacesIn(root: Element, session: EditorSession): AddPlace[] {
  const first = new Set<Element>();
  return [...root.querySelectorAll<HTMLElement>('[data-item]:not([data-field])')].flatMap((element) => {
    const list = element.parentElement;
    if (!list || first.has(list)) return [];
    first.add(list);
    return addPlacesOf(element, session);
  });
}

/** Places for new items in the list of an item's element. */
function addPlacesOf(element: HTMLElement, session: EditorSession): AddPlace[] {
  const boxes = listOf(element).map(withBox);
  const isRow = boxes.some(({ box }, place) => isBeside(boxes[place - 1]?.box, box));
  const places: AddPlace[] = [];
  for (const [place, { item, box }] of boxes.entries()) {
    const list = { path: item.path, parentId: parentIdOf(session, item), isFixed: box.isFixed };
    const next = boxes[place + 1]?.box;
    if (place === 0) places.push({ ...list, after: null, ...before(box, isRow) });
    if (next) places.push({ ...list, after: item, ...between(box, next) });
    else places.push({ ...list, after: item, ...after(box, isRow) });
  }
  const track = element.closest<HTMLElement>('[data-track]');
  return track ? places.filter((place) => isWithin(place, track)) : places;
}

/** The place after the list of an item's element, and whether the list's items stand side by side. */
export function endOfList(element: HTMLElement, session: EditorSession): { isRow: boolean; place: AddPlace | null } {
  const list = listOf(element);
  const [first, second] = list;
  const last = list.at(-1);
  if (!first || !last) return { isRow: false, place: null };
  const isRow = second !== undefined && isBeside(boxOf(first.element), boxOf(second.element));
  const { item, box } = withBox(last);
  const parentId = parentIdOf(session, item);
  const place = { path: item.path, parentId, isFixed: box.isFixed, after: item, ...after(box, isRow) };
  const track = element.closest<HTMLElement>('[data-track]');
  return { isRow, place: track && !isWithin(place, track) ? null : place };
}

/** The items of the list of an item's element that the page shows; none for an item that is no part of a list. */
function listOf(element: HTMLElement): Spot[] {
  const spot = spotAt(element);
  // A customer has no element without a review.
  if (!spot || !isInList(spot.item) || spot.item.path === 'customers.items') return [];
  return [...(element.parentElement?.children ?? [])]
    .filter((child) => child.matches(`[data-item^="${spot.item.path} "]`))
    .flatMap((child) => spotAt(child) ?? []);
}

function withBox({ item, element }: Spot) {
  return { item, box: boxOf(element) };
}

interface Rectangle {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Distance of the first and the last place from their items, in px. */
const margin = 14;

function isBeside(one: Rectangle | undefined, next: Rectangle): boolean {
  return one !== undefined && next.left >= one.left + one.width - 1 && next.top < one.top + one.height / 2;
}

function before({ top, left, width, height }: Rectangle, isRow: boolean) {
  return isRow ? { left: left - margin, top: top + height / 2 } : { left: left + width / 2, top: top - margin };
}

function between(one: Rectangle, next: Rectangle) {
  if (isBeside(one, next)) return { left: (one.left + one.width + next.left) / 2, top: one.top + one.height / 2 };
  if (next.left > one.left - 1 && next.left < one.left + one.width)
    return { left: one.left + one.width / 2, top: (one.top + one.height + next.top) / 2 };
  // The next item is in another row.
  return { left: one.left + one.width, top: one.top + one.height / 2 };
}

function after({ top, left, width, height }: Rectangle, isRow: boolean) {
  return isRow
    ? { left: left + width + margin, top: top + height / 2 }
    : { left: left + width / 2, top: top + height + margin };
}

function isWithin(place: AddPlace, track: HTMLElement): boolean {
  const { left, width } = boxOf(track);
  return place.left > left - 2 * margin && place.left < left + width + 2 * margin;
}
