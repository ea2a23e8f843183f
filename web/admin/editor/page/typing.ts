import { viewAt } from '../../records/record-view.ts';
import type { EditorSession } from '../session/types.ts';
import { itemName } from './item-name.ts';
import { type Spot, spotAt, textAt } from './marks.ts';
import { placeCaretAtEnd, readText, replaceSelection, tidy } from './text-content.ts';

/** Typing in the texts of the page. */
export interface Typing {
  /** Lets the user type in a text; the browser or `placeCaretAtEnd` moves the focus there. */
  start(element: HTMLElement): void;
  /** The text that is typed in, or null. */
  current(): Spot | null;
  stop(): void;
}

interface TypingOptions {
  session: EditorSession;
  signal: AbortSignal;
  /** Receives the text that is typed in from now on, or null. */
  onChange: (spot: Spot | null) => void;
  /** Called after a key that ends the typing. */
  onEnd: () => void;
}

/** Enables typing in the texts of a page. A key that ends the typing is handled; all others are left to the browser. */
export function enableTyping(page: Document, { session, signal, onChange, onEnd }: TypingOptions): Typing {
  let spot: Spot | null = null;
  /** The field's value when the typing began. */
  let initial: unknown;
  let isComposing = false;
  const listen = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void) =>
    page.addEventListener(type, handle, { signal, capture: true });
  const isTypedIn = (target: EventTarget | null) => spot !== null && textAt(target) === spot.element;

  const store = () => {
    const row = spot && session.row(spot.item);
    if (!row || !spot?.field) return;
    tidy(spot.element);
    const text = readText(spot.element);
    if (row[spot.field] !== text) session.change(spot.item, spot.field, text);
  };

  const stop = () => {
    const ended = spot;
    if (!ended) return;
    spot = null;
    for (const name of ['contenteditable', 'role', 'aria-label', 'aria-multiline']) ended.element.removeAttribute(name);
    ended.element.blur();
    onChange(null);
  };

  const end = () => {
    stop();
    onEnd();
  };

  const start = (element: HTMLElement) => {
    const next = spotAt(element);
    if (!next?.field || spot?.element === element) return;
    stop();
    spot = next;
    initial = session.row(next.item)?.[next.field];
    element.setAttribute('contenteditable', 'plaintext-only');
    // Browsers without plain text throw nothing and ignore the value.
    if (!element.isContentEditable) element.setAttribute('contenteditable', 'true');
    element.setAttribute('role', 'textbox');
    element.setAttribute('aria-label', `${element.dataset.placeholder}: ${itemName(session, next.item)}`);
    element.setAttribute('aria-multiline', String(isMultiline(next)));
    onChange(next);
  };

  listen('compositionstart', () => {
    isComposing = true;
  });
  listen('compositionend', ({ target }) => {
    isComposing = false;
    if (isTypedIn(target)) store();
  });
  listen('input', ({ target }) => {
    if (isTypedIn(target) && !isComposing) store();
  });
  listen('focusout', ({ target }) => {
    // A save gives a new row its final id, and so another element, in which typing goes on (tools.tsx).
    if (spot && isTypedIn(target) && session.row(spot.item)) stop();
  });
  listen('paste', (event) => {
    if (!spot || !isTypedIn(event.target)) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    replaceSelection(spot.element, isMultiline(spot) ? text.replaceAll(/\r\n?/g, '\n') : inOneLine(text));
    store();
  });
  listen('beforeinput', (event) => {
    if (!spot || !isTypedIn(event.target)) return;
    // The editor has its own undo.
    if (/^history|^format|^insertFromDrop/.test(event.inputType)) event.preventDefault();
    if (!/^insert(Paragraph|LineBreak)$/.test(event.inputType) || isComposing) return;
    event.preventDefault();
    if (!isMultiline(spot)) return end();
    replaceSelection(spot.element, '\n');
    store();
  });
  listen('keydown', (event) => {
    if (!spot?.field || isComposing || event.isComposing || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (session.row(spot.item)?.[spot.field] !== initial) session.change(spot.item, spot.field, initial);
    end();
  });

  return { start, stop, current: () => spot };
}

/** Moves the focus into a text. */
export function focusText(typing: Typing, element: HTMLElement): void {
  typing.start(element);
  element.focus({ preventScroll: true });
  placeCaretAtEnd(element);
}

/** Longest text of a spot's field, in characters; undefined without a limit. */
export function maxLengthOf(spot: Spot): number | undefined {
  return fieldOf(spot)?.info.maxLength;
}

function isMultiline(spot: Spot): boolean {
  // Among texts, only those of several lines are wide.
  return fieldOf(spot)?.widget.isWide === true;
}

function fieldOf({ item, field }: Spot) {
  return viewAt(item.path)?.fields.find(({ name }) => name === field);
}

function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
