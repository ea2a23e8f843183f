import { one, prefersStillness } from './elements.ts';

/** Brings a slider's buttons to life (components/slider.tsx), and starts its autoplay. */
export function enableSlider(slider: HTMLElement): void {
  const track = one('[data-track]', slider);
  if (!track) return;

  const step = (direction: 1 | -1) => {
    const end = track.scrollWidth - track.clientWidth;
    const isLast = direction === 1 ? track.scrollLeft > end - 2 : track.scrollLeft < 2;
    const beyond = direction === 1 ? 0 : end;
    const left = isLast ? beyond : track.scrollLeft + direction * slideWidth(track);
    track.scrollTo({ left, behavior: prefersStillness() ? 'instant' : 'smooth' });
  };

  one('[data-slide=previous]', slider)?.addEventListener('click', () => step(-1));
  one('[data-slide=next]', slider)?.addEventListener('click', () => step(1));
  new ResizeObserver(() => {
    slider.dataset.slides = track.scrollWidth > track.clientWidth + 1 ? 'many' : 'few';
  }).observe(track);

  const interval = Number(slider.dataset.autoplay);
  if (interval > 0) autoplay(slider, interval, () => step(1));
}

/** Moves on every `interval` ms while nobody reads, points, focuses, paused it, or asked for less motion. */
function autoplay(slider: HTMLElement, interval: number, next: () => void): void {
  const button = one('[data-slide=pause]', slider);
  button?.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
  });
  let isSeen = false;
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false;
  }).observe(slider);
  setInterval(() => {
    const isPaused = button?.getAttribute('aria-pressed') === 'true';
    const isInUse = slider.matches(':hover, :focus-within');
    if (isSeen && !isPaused && !isInUse && !document.hidden && !prefersStillness()) next();
  }, interval);
}

/** Distance from one slide to the next, in px. */
function slideWidth(track: HTMLElement): number {
  const [first, second] = track.children;
  if (!first || !second) return track.clientWidth;
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left;
}
