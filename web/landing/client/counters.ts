/** Milliseconds a figure takes to count up. */
const duration = 1400;

const digits = new Intl.NumberFormat('en');

/** Counts a figure up from zero once it is seen; not for visitors who asked for less motion. */
export function countWhenSeen(figure: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const total = Number(figure.dataset.count);
  const show = (count: number) => figure.replaceChildren(digits.format(count));

  const count = () => {
    const start = performance.now();
    const draw = (now: number) => {
      const done = Math.min(1, Math.max(0, now - start) / duration);
      show(Math.round(total * (1 - (1 - done) ** 3)));
      if (done < 1) requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  };

  // The figure keeps the width of its end, so that nothing beside it moves.
  figure.style.minWidth = `${figure.offsetWidth}px`;
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
  observer.observe(figure);
}
