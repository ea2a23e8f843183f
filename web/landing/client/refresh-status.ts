import { one } from './elements.ts';

/** How often the status page shows the current state, in ms. */
const intervalMs = 60_000;

/** Keeps an open status page current while its tab is visible; the focus and the scroll position stay. */
export function refreshStatus(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') void refresh();
  }, intervalMs);
}

async function refresh(): Promise<void> {
  const answer = await fetch(location.href).catch(() => null);
  // The page stays with the time of its last update until the server answers again.
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.title = next.title;
  for (const selector of ['[data-status] main', '[data-status] footer']) {
    const [shown, current] = [one(selector), next.querySelector(selector)];
    // Not under the hands of a keyboard user: the focus would be lost.
    if (shown && current && !shown.contains(document.activeElement)) shown.replaceWith(current);
  }
}
