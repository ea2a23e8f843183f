/** Distance of a revealed item from the top of the window: the page's header is above it, in px. */
const offset = 90;

/** Scrolls to an item unless it is visible, and to its slide if it is in a slider. */
export function reveal(element: HTMLElement): void {
  const view = element.ownerDocument.defaultView;
  if (!view || element.closest('[data-header]')) return;
  const track = element.closest('[data-track]');
  if (track) {
    const slide = element.getBoundingClientRect();
    const around = track.getBoundingClientRect();
    const isInside = slide.left > around.left - 2 && slide.right < around.right + 2;
    if (!isInside) track.scrollTo({ left: track.scrollLeft + slide.left - around.left, behavior: 'instant' });
  }
  const { top, bottom, height } = element.getBoundingClientRect();
  const room = view.innerHeight - offset;
  const isVisible = top >= offset / 2 && (bottom <= view.innerHeight || top < view.innerHeight / 3);
  if (isVisible) return;
  const above = height > room ? offset : offset + (room - height) / 3;
  // A long way takes too long, and says nothing.
  const isNear = Math.abs(top) < 2 * view.innerHeight;
  const isCalm = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollTo({ top: top + view.scrollY - above, behavior: isNear && !isCalm ? 'smooth' : 'instant' });
}
