import type { Marks } from '../../../landing/components/editing.tsx';
import { viewAt } from '../../records/record-view.ts';
import { type ItemKey, keyOf } from '../session/types.ts';

/** An element of the page with its item, and its field if the element shows a single one. */
export interface Spot {
  item: ItemKey;
  field: string | undefined;
  element: HTMLElement;
}

/** The attributes of an element that shows an item or one of its fields. */
export function marksOf(item: ItemKey, field: string | undefined): Marks {
  return { 'data-item': keyOf(item), 'data-field': field };
}

/** True for an element; `instanceof` is false for elements of a frame, which has its own classes. */
export function isElement(target: EventTarget | null): target is HTMLElement {
  return target !== null && 'nodeType' in target && target.nodeType === 1 && 'dataset' in target;
}

/** The innermost item at an element, with the field that the element shows. */
export function spotAt(target: EventTarget | null): Spot | null {
  const element = textAt(target) ?? (isElement(target) ? target.closest<HTMLElement>('[data-item]') : null);
  const [path = '', id] = element?.dataset.item?.split(' ') ?? [];
  const record = viewAt(path)?.path;
  return element && record ? { item: { path: record, id: Number(id) }, field: element.dataset.field, element } : null;
}

/** The text that can be typed in at an element, or that is all the element has: a heading is wider than its text. */
export function textAt(target: EventTarget | null): HTMLElement | null {
  if (!isElement(target)) return null;
  const [only, ...others] = target.childNodes;
  if (only && others.length === 0 && isElement(only) && only.matches('[data-text]')) return only;
  return target.closest<HTMLElement>('[data-text]');
}

/** The element that shows a whole item, around an element of it. */
export function itemElementOf({ item, element }: Spot): HTMLElement {
  return element.closest<HTMLElement>(`[data-item="${keyOf(item)}"]:not([data-field])`) ?? element;
}

/** The element that shows an item; a visible one if several do, such as the menu's entries in header and footer. */
export function elementOf(page: Document, item: ItemKey): HTMLElement | null {
  const all = [...page.querySelectorAll<HTMLElement>(`[data-item="${keyOf(item)}"]`)];
  const whole = all.filter((element) => element.dataset.field === undefined);
  return whole.find(isShown) ?? all.find(isShown) ?? null;
}

/** The element of an item that shows a field alone; null without one. */
export function fieldElementOf(page: Document, item: ItemKey, field: string | undefined): HTMLElement | null {
  if (field === undefined) return null;
  const all = page.querySelectorAll<HTMLElement>(`[data-item="${keyOf(item)}"][data-field="${field}"]`);
  return [...all].find(isShown) ?? null;
}

/** The texts of an item that can be typed in, in page order. */
export function textsOf(page: Document, item: ItemKey): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>(`[data-item="${keyOf(item)}"][data-text]`)].filter(isShown);
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
