import { all, one } from './elements.ts';

/** Scroll positions (px) that show the solid header, the progress bar and the link to the top (specification, section 9). */
const thresholds = { active: 50, bar: 400, toTop: 500 };

/** Updates the header, the scroll-to-top link and the menu's current entry while scrolling. */
export function watchHeader(): void {
  const header = one('[data-header]');
  const toTop = one('[data-to-top]');
  const update = () => {
    header?.toggleAttribute('data-active', scrollY > thresholds.active);
    header?.toggleAttribute('data-bar', scrollY > thresholds.bar);
    toTop?.toggleAttribute('data-shown', scrollY > thresholds.toTop);
  };
  addEventListener('scroll', update, { passive: true });
  update();
  watchSections();
}

/** Marks the menu entry of the section in the middle of the viewport. */
function watchSections(): void {
  const entries = all('[data-menu] a[href^="#"]');
  const observer = new IntersectionObserver(
    (sections) => {
      for (const { target, isIntersecting } of sections) {
        const entry = entries.find((link) => link.getAttribute('href') === `#${target.id}`);
        if (isIntersecting) entry?.setAttribute('aria-current', 'true');
        else entry?.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-50% 0px -50% 0px' },
  );
  for (const section of all('main > section[id]')) observer.observe(section);
}
