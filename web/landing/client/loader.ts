import { isAdminAddress, showAdmin } from './admin.ts';
import { isAdminSignedIn } from './edit-offer.ts';
import { all, one } from './elements.ts';
import { watchHeader } from './header.ts';
import { layOutTheRest } from './lay-out.ts';
import { enableMenu } from './menu.ts';
import { scrollToTarget } from './scroll.ts';

/** What links do beyond leading to their address; each module is loaded with the first click on such a link. */
const clicks: Record<string, (link: HTMLElement) => unknown> = {
  '[data-gallery]': async (link) => (await import('./gallery.ts')).openGallery(link),
  '[data-video]': async (link) => (await import('./video.ts')).playVideo(link),
  '[data-map]': async (link) => (await import('./map.ts')).showMap(link),
  '[data-action=subscribe]': async () => (await import('./subscribe-dialog.ts')).openSubscribeDialog(),
  '[href^="#"]': (link) => scrollToTarget(link.getAttribute('href') ?? ''),
};

/** Brings the landing page to life; what is further down, or used by few, is loaded when its time comes. */
function enhance(): void {
  watchHeader();
  enableMenu();
  addEventListener('click', followLink);
  whenNear('[data-slider]', async (slider) => (await import('./slider.ts')).enableSlider(slider));
  whenNear('[data-count]', async (figure) => (await import('./counters.ts')).countWhenSeen(figure));
  whenNear('[data-island]', hydrate);
  layOutTheRest();
  if (isAdminSignedIn()) import('./edit.ts').then(({ offerEditing }) => offerEditing());
  for (const island of all('[data-island]')) {
    for (const sign of ['focusin', 'pointerenter'] as const) island.addEventListener(sign, () => hydrate(island));
  }
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[href]');
  // A click for another tab or window, or one that is already answered, stays what it is.
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const selector = Object.keys(clicks).find((candidate) => link.matches(candidate));
  if (selector === undefined || link.getAttribute('href')?.startsWith('#/')) return;
  event.preventDefault();
  clicks[selector]?.(link);
}

/** Calls back once for each element that comes within half a window's height of being seen. */
function whenNear(selector: string, start: (element: HTMLElement) => unknown): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        start(target);
      }
    },
    { rootMargin: '50% 0px' },
  );
  for (const element of all(selector)) observer.observe(element);
}

const hydrated = new WeakSet<HTMLElement>();

async function hydrate(island: HTMLElement): Promise<void> {
  if (hydrated.has(island)) return;
  hydrated.add(island);
  (await import('../islands/hydrate.tsx')).hydrate(island);
}

const loader = one('#loader');
const isAdmin = isAdminAddress();
if (isAdmin && loader) showAdmin(loader);
else enhance();

// The page and the back office take over from each other by a fresh start.
addEventListener('hashchange', () => {
  if (isAdminAddress() !== isAdmin) location.reload();
});
