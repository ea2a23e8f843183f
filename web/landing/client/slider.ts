import { one, prefersReducedMotion } from './elements.ts';

/** Enables a slider's buttons (components/slider.tsx) and autoplay. */
export function enableSlider(slider: HTMLElement): void {
  const step = enableControls(slider);
  const intervalMs = Number(slider.dataset.autoplay);
  if (intervalMs > 0) autoplay(slider, intervalMs, () => step(1));
}

/** Enables the buttons for the previous and next slide; returns the function that steps. */
export function enableControls(slider: HTMLElement): (direction: 1 | -1) => void {
  const track = one('[data-track]', slider);
  if (!track) return () => {};

  const step = (direction: 1 | -1) => {
    const end = track.scrollWidth - track.clientWidth;
    const isLast = direction === 1 ? track.scrollLeft > end - 2 : track.scrollLeft < 2;
    const beyond = direction === 1 ? 0 : end;
    const left = isLast ? beyond : track.scrollLeft + direction * slideWidth(track);
    track.scrollTo({ left, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  };

  one('[data-slide=previous]', slider)?.addEventListener('click', () => step(-1));
  one('[data-slide=next]', slider)?.addEventListener('click', () => step(1));
  new ResizeObserver(() => {
    slider.dataset.slides = track.scrollWidth > track.clientWidth + 1 ? 'many' : 'few';
  }).observe(track);
  return step;
}

/** Advances every `intervalMs`, except when paused, hovered, focused, invisible, or with reduced motion. */
function autoplay(slider: HTMLElement, intervalMs: number, next: () => void): void {
  const button = one('[data-slide=pause]', slider);
  button?.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
  });
  let isVisible = false;
  new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting ?? false;
  }).observe(slider);
  setInterval(() => {
    const isPaused = button?.getAttribute('aria-pressed') === 'true';
    const isInUse = slider.matches(':hover, :focus-within');
    if (isVisible && !isPaused && !isInUse && !document.hidden && !prefersReducedMotion()) next();
  }, intervalMs);
}

/** Distance from one slide to the next, in px. */
function slideWidth(track: HTMLElement): number {
  const [first, second] = track.children;
  if (!first || !second) return track.clientWidth;
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left;
}
