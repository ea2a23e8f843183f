import { all } from './elements.ts';

/**
 * Lays out the sections that base.css defers on a new visit, one whenever the browser is idle, so that the scroll bar
 * and jumps are exact soon after loading.
 */
export function layOutSections(): void {
  const remaining = all('main > section, body > footer');
  const next = () => {
    const section = remaining.shift();
    if (!section) return;
    section.style.contentVisibility = 'visible';
    whenIdle(next);
  };
  if (document.readyState === 'complete') whenIdle(next);
  else addEventListener('load', () => whenIdle(next), { once: true });
}

function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
}
