import type { KeyboardEvent } from 'react';

/** Offset of scrolling to a section, in px (specification, section 9). */
const offset = 70;

/** Scrolls to a section, or to the top of the page. */
export function scrollToSection(page: Document, id: string | undefined): void {
  const view = page.defaultView;
  const section = id === undefined ? null : page.getElementById(id);
  view?.scrollTo(0, section ? section.getBoundingClientRect().top + view.scrollY - offset : 0);
}

/** Moves focus from a clicked frame to the element around it: Tab in the frame would leave the panel. */
export function returnFocus(page: Document): () => void {
  const stop = new AbortController();
  const around = page.defaultView?.frameElement?.parentElement;
  const focusAround = () => {
    // Wait until the click has moved the focus.
    setTimeout(() => {
      window.focus();
      around?.focus({ preventScroll: true });
    });
  };
  page.defaultView?.addEventListener('focus', focusAround, { signal: stop.signal });
  return () => stop.abort();
}

/** Scrolls the frame by the usual keys. */
export function scrollByKey(page: Document, event: KeyboardEvent<HTMLElement>): void {
  const view = page.defaultView;
  const window = page.documentElement.clientHeight;
  const steps = new Map([
    ['ArrowDown', window / 10],
    ['ArrowUp', -window / 10],
    ['PageDown', window * 0.9],
    ['PageUp', -window * 0.9],
    ['Home', Number.MIN_SAFE_INTEGER],
    ['End', Number.MAX_SAFE_INTEGER],
  ]);
  const step = steps.get(event.key);
  if (step === undefined) return;
  event.preventDefault();
  view?.scrollBy(0, step);
}

/** Marks the page's header as active after scrolling, as the page's script does (web/landing/client/header.ts). */
export function activateHeader(page: Document): () => void {
  const stop = new AbortController();
  const update = () =>
    page.querySelector('[data-header]')?.toggleAttribute('data-active', (page.defaultView?.scrollY ?? 0) > 50);
  page.addEventListener('scroll', update, { signal: stop.signal, passive: true });
  update();
  return () => stop.abort();
}

/** Scrolls changed elements into view, unless one of them is visible already. */
export function followChanges(page: Document): () => void {
  const observer = new MutationObserver((changes) => {
    const changed = changes.flatMap(changedBy).filter((element) => element.getClientRects().length > 0);
    const [first] = changed;
    if (first && !changed.some(isVisible)) show(first);
  });
  observer.observe(page.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['src', 'class'],
  });
  return () => observer.disconnect();
}

function changedBy({ target, addedNodes }: MutationRecord): Element[] {
  const nodes = addedNodes.length > 0 ? [...addedNodes] : [target];
  return nodes.flatMap((node) => (isElement(node) ? node : (node.parentElement ?? [])));
}

/** `instanceof Element` is false for elements of a frame, which has its own classes. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function isVisible(element: Element): boolean {
  const view = element.ownerDocument.documentElement;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > offset && top < view.clientHeight && right > 0 && left < view.clientWidth;
}

/** Scrolls an element to the middle of the window, and of its slider if it has one. */
function show(element: Element): void {
  const view = element.ownerDocument.defaultView;
  if (!view) return;
  const track = element.closest('[data-track]');
  if (track) {
    const slide = element.getBoundingClientRect();
    const around = track.getBoundingClientRect();
    track.scrollTo({ left: track.scrollLeft + slide.left - around.left - (around.width - slide.width) / 2 });
  }
  const { top, height } = element.getBoundingClientRect();
  view.scrollTo(0, top + view.scrollY - Math.max(offset, (view.innerHeight - height) / 2));
}
