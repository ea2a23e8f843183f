import { digits } from '../components/figures.ts';

/** Duration of the animation. */
const durationMs = 1400;

/** Counts a number up from zero when visible, unless the visitor prefers reduced motion. */
export function startCounter(element: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const total = Number(element.dataset.count);
  const show = (count: number) => element.replaceChildren(digits.format(count));

  const count = () => {
    const start = performance.now();
    const draw = (now: number) => {
      const done = Math.min(1, Math.max(0, now - start) / durationMs);
      show(Math.round(total * (1 - (1 - done) ** 3)));
      if (done < 1) requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  };

  show(0);
  addEventListener('beforeprint', () => show(total), { once: true });
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      count();
    },
    { threshold: 0.5 },
  );
  observer.observe(element);
}
