import { useEffect, useState } from 'react';

/** A rectangle in the frame's document, in px; in its window if the element is fixed there. */
export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
  isFixed: boolean;
}

/** The rectangle of an element. The page's header is fixed in the window. */
export function boxOf(element: HTMLElement): Box {
  const { top, left, width, height } = element.getBoundingClientRect();
  const isFixed = element.closest('[data-header]') !== null;
  const view = element.ownerDocument.defaultView;
  if (isFixed || !view) return { top, left, width, height, isFixed };
  return { top: top + view.scrollY, left: left + view.scrollX, width, height, isFixed };
}

/** Renders again after each change of the page's layout, at most once per frame. */
export function useLayoutChanges(page: Document): void {
  const [, setVersion] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let request = 0;
    const changed = () => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(() => setVersion((count) => count + 1));
    };
    const mutations = new MutationObserver(changed);
    mutations.observe(page.body, { subtree: true, childList: true, characterData: true, attributes: true });
    const sizes = new ResizeObserver(changed);
    sizes.observe(page.body);
    const options = { signal: stop.signal, capture: true, passive: true };
    // Scrolling of the page itself moves the tools with it.
    page.addEventListener('scroll', ({ target }) => target !== page && changed(), options);
    for (const type of ['load', 'transitionend', 'animationend']) page.addEventListener(type, changed, options);
    page.defaultView?.addEventListener('resize', changed, options);
    // A document that has left its frame has no fonts.
    if (page.defaultView) void page.fonts.ready.then(changed);
    return () => {
      stop.abort();
      mutations.disconnect();
      sizes.disconnect();
      cancelAnimationFrame(request);
    };
  }, [page]);
}
