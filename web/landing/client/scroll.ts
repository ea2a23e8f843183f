import { prefersStillness } from './elements.ts';

/** Smooth scrolling of the specification (section 9): 700 ms, to 70 px above the section; up to the top it is slower. */
const duration = 700;
const durationToTop = 1000;
const offset = 70;

/** Scrolls to what an in-page address (`#pricing`) names, puts the focus there and the address in the bar. */
export function scrollToTarget(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isTop = hash === '#home';
  const goal = () => (isTop ? 0 : target.getBoundingClientRect().top + scrollY - offset);
  if (hash !== location.hash) history.pushState(null, '', isTop ? location.pathname + location.search : hash);
  if (!target.matches('a, button, input, [tabindex]')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (prefersStillness()) scrollTo(scrollX, goal());
  else animate(goal, isTop ? durationToTop : duration);
}

/** Moves to a place that may itself move meanwhile, as pictures load; stops when the visitor scrolls. */
function animate(goal: () => number, time: number): void {
  const from = scrollY;
  const start = performance.now();
  const taken = new AbortController();
  for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) {
    addEventListener(sign, () => taken.abort(), { signal: taken.signal, passive: true });
  }
  const draw = (now: number) => {
    if (taken.signal.aborted) return;
    const done = Math.min(1, Math.max(0, now - start) / time);
    const eased = (1 - Math.cos(Math.PI * done)) / 2;
    scrollTo(scrollX, from + (goal() - from) * eased);
    if (done < 1) requestAnimationFrame(draw);
    else taken.abort();
  };
  requestAnimationFrame(draw);
}
