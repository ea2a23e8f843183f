import { all } from './elements.ts';

/**
 * Lays the rest of a new visit's page out (base.css leaves what is further down for later), a section whenever the
 * browser has nothing else to do: the scroll bar, jumps and pictures of the whole page are true soon after loading.
 */
export function layOutTheRest(): void {
  const left = all('main > section, body > footer');
  const next = () => {
    const section = left.shift();
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
