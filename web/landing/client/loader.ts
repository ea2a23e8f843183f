import { isAdminHash, showAdmin } from './admin.ts';
import { isAdminSignedIn } from './admin-session.ts';
import { all, one } from './elements.ts';
import { watchHeader } from './header.ts';
import { layOutSections } from './layout.ts';
import { enableMenu } from './menu.ts';
import { scrollToTarget } from './scroll.ts';

/** Click handlers of links by selector; the first click loads the handler's module. */
const clickHandlers: Record<string, (link: HTMLElement) => unknown> = {
  '[data-gallery]': async (link) => (await import('./gallery.ts')).openGallery(link),
  '[data-video]': async (link) => (await import('./video.ts')).playVideo(link),
  '[data-map]': async (link) => (await import('./map.ts')).showMap(link),
  '[data-action=subscribe]': async () => (await import('./subscribe-dialog.ts')).openSubscribeDialog(),
  '[href^="#"]': (link) => scrollToTarget(link.getAttribute('href') ?? ''),
};

/** Enhances the landing page; loads scripts of lower sections and rare actions on demand. */
function enhance(): void {
  watchHeader();
  enableMenu();
  addEventListener('click', handleClick);
  whenNearViewport('[data-slider]', async (slider) => (await import('./slider.ts')).enableSlider(slider));
  whenNearViewport('[data-count]', async (element) => (await import('./counters.ts')).startCounter(element));
  whenNearViewport('[data-island]', hydrate);
  layOutSections();
  if (one('[data-status]')) import('./refresh-status.ts').then(({ refreshStatus }) => refreshStatus());
  if (isAdminSignedIn() && !one('[data-status]')) import('./edit.ts').then(({ enableEditing }) => enableEditing());
  for (const island of all('[data-island]')) {
    for (const type of ['focusin', 'pointerenter'] as const) island.addEventListener(type, () => hydrate(island));
  }
}

function handleClick(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[href]');
  // Ignore clicks that are already handled or that open a tab or window.
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const selector = Object.keys(clickHandlers).find((candidate) => link.matches(candidate));
  if (selector === undefined || link.getAttribute('href')?.startsWith('#/')) return;
  event.preventDefault();
  clickHandlers[selector]?.(link);
}

/** Calls `start` once per element within half a window's height of the viewport. */
function whenNearViewport(selector: string, start: (element: HTMLElement) => unknown): void {
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
const isAdmin = isAdminHash();
if (isAdmin && loader) showAdmin(loader);
else enhance();

// A reload switches between the page and the back office.
addEventListener('hashchange', () => {
  if (isAdminHash() !== isAdmin) location.reload();
});
