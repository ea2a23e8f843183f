import { prefersReducedMotion } from './elements.ts';

/** Smooth scrolling (specification, section 9): durations in ms, offset above the section in px. */
const durationMs = 700;
const durationToTopMs = 1000;
const offset = 70;

/** Scrolls to the element of an anchor (`#pricing`), focuses the element and updates the URL. */
export function scrollToTarget(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isTop = hash === '#home';
  const goal = () => (isTop ? 0 : target.getBoundingClientRect().top + scrollY - offset);
  if (hash !== location.hash) history.pushState(null, '', isTop ? location.pathname + location.search : hash);
  if (!target.matches('a, button, input, [tabindex]')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (prefersReducedMotion()) scrollTo(scrollX, goal());
  else animate(goal, isTop ? durationToTopMs : durationMs);
}

/** Scrolls to a goal that may move while pictures load; stops when the visitor scrolls. */
function animate(goal: () => number, timeMs: number): void {
  const from = scrollY;
  const start = performance.now();
  const cancelled = new AbortController();
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) {
    addEventListener(type, () => cancelled.abort(), { signal: cancelled.signal, passive: true });
  }
  const draw = (now: number) => {
    if (cancelled.signal.aborted) return;
    const done = Math.min(1, Math.max(0, now - start) / timeMs);
    const eased = (1 - Math.cos(Math.PI * done)) / 2;
    scrollTo(scrollX, from + (goal() - from) * eased);
    if (done < 1) requestAnimationFrame(draw);
    else cancelled.abort();
  };
  requestAnimationFrame(draw);
}
