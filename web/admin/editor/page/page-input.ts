import type { EditorSession } from '../session/types.ts';
import { keyOf } from '../session/types.ts';
import { type AddPlace, addPlacesIn } from './lists.ts';
import { isElement, type Spot, spotAt, textAt } from './marks.ts';
import { toggleMenu } from './page-controls.ts';
import { focusText, type Typing } from './typing.ts';

interface PageInputOptions {
  session: EditorSession;
  typing: Typing;
  /** The element with the tools over the page, which handles its own events. */
  tools: Element;
  signal: AbortSignal;
  onHover: (spot: Spot | null) => void;
  /** Receives the gap of a list near the pointer. */
  onGap: (place: AddPlace | null) => void;
  /** Receives what the user selected by a click. */
  onPick: (spot: Spot) => void;
}

/** Events with which the page's own links, forms and pictures would act. */
const actions = ['auxclick', 'submit', 'dragstart', 'drop', 'dragover'] as const;

/**
 * Selects items by clicks, starts typing by a click on a text of the selected item, and keeps the page from acting. Keys
 * that are not typed go to the window around the frame, where the editor's shortcuts are.
 */
export function enablePageInput(page: Document, options: PageInputOptions): void {
  const { session, typing, tools, signal, onHover, onGap, onPick } = options;
  const listen = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void) =>
    page.addEventListener(type, handle, { signal, capture: true });
  const isTool = ({ target }: Event) => target === tools;

  for (const type of actions) listen(type, (event) => event.preventDefault());

  listen('mousedown', (event) => {
    if (isTool(event) || event.button !== 0) return;
    const text = textAt(event.target);
    const spot = spotAt(text);
    const { selection } = session.read();
    const isSelected = spot && selection && 'path' in selection && keyOf(selection) === keyOf(spot.item);
    // The browser then moves the focus into the text and places the caret.
    if (text && isSelected && text === event.target) return typing.start(text);
    event.preventDefault();
    if (text && isSelected) focusText(typing, text);
    else typing.stop();
  });

  listen('click', (event) => {
    if (isTool(event)) return;
    event.preventDefault();
    if (isMenuToggle(event.target)) return toggleMenu(page);
    const spot = spotAt(event.target);
    if (!spot || isSlideButton(event.target)) return;
    session.select(spot.field === undefined ? spot.item : { ...spot.item, field: spot.field });
    if (!typing.current()) onPick(spot);
  });

  listen('mousemove', (event) => {
    if (isTool(event)) return onHover(null);
    onHover(spotAt(event.target));
    onGap(gapNear(event, session));
  });
  const leave = () => {
    onHover(null);
    onGap(null);
  };
  page.documentElement.addEventListener('mouseleave', leave, { signal });

  listen('keydown', (event) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.key === 'Escape';
    if (event.isComposing || isBrowserShortcut(event) || (typing.current() && !isShortcut)) return;
    const copy = new KeyboardEvent('keydown', {
      key: event.key,
      code: event.code,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      repeat: event.repeat,
      bubbles: true,
      cancelable: true,
    });
    const isUndo = typing.current() !== null && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (!page.defaultView?.frameElement?.dispatchEvent(copy) || isUndo) event.preventDefault();
  });
}

/** Keys with which the user edits a text or copies from it. */
function isBrowserShortcut({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && /^([acvx]|Arrow\w+|Backspace|Delete|Home|End)$/i.test(key);
}

function isSlideButton(target: EventTarget | null): boolean {
  return isElement(target) && target.closest('[data-slide]') !== null;
}

function isMenuToggle(target: EventTarget | null): boolean {
  return isElement(target) && target.closest('[data-menu-toggle]') !== null;
}

/** Largest distance between the pointer and the middle of a gap, in px. */
const reach = 28;

/** The nearest gap of a list in the section under the pointer; null if none is near. */
function gapNear({ target, clientX, clientY, view }: MouseEvent, session: EditorSession): AddPlace | null {
  const section = isElement(target) ? target.closest('main > section, header, footer') : null;
  if (!section) return null;
  const distance = ({ left, top, isFixed }: AddPlace) =>
    Math.hypot(
      left - clientX - (isFixed ? 0 : (view?.scrollX ?? 0)),
      top - clientY - (isFixed ? 0 : (view?.scrollY ?? 0)),
    );
  const near = addPlacesIn(section, session).filter((place) => distance(place) < reach);
  return near.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}
