import { enableControls } from '../../../landing/client/slider.ts';
import { isElement } from './marks.ts';

const sliders = new WeakSet<HTMLElement>();

/** What Tab reaches on a page; sliders and the folded menu work in the editor, too. */
const controls = 'a[href], button, input, textarea, [tabindex="0"]';
const workingControls = '[data-track], [data-slide], [data-menu-toggle]';

/**
 * Takes the page's own links and inputs out of the order of Tab, and enables the buttons of sliders, without autoplay; also
 * in parts of the page that are rendered later. Returns a function that stops this.
 */
export function prepareControls(page: Document): () => void {
  prepare(page.body);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (isElement(node)) prepare(node);
  });
  observer.observe(page.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function prepare(part: HTMLElement): void {
  for (const control of matching(part, controls)) if (!control.matches(workingControls)) control.tabIndex = -1;
  for (const slider of matching(part, '[data-slider]')) {
    if (sliders.has(slider)) continue;
    sliders.add(slider);
    enableControls(slider);
  }
}

function matching(part: HTMLElement, selector: string): HTMLElement[] {
  const below = [...part.querySelectorAll<HTMLElement>(selector)];
  return part.matches(selector) ? [part, ...below] : below;
}

/** Opens or closes the menu of a narrow window. */
export function toggleMenu(page: Document): void {
  const toggle = page.querySelector('[data-menu-toggle]');
  const menu = page.querySelector('[data-menu]');
  const isOpen = toggle?.getAttribute('aria-expanded') === 'true';
  toggle?.setAttribute('aria-expanded', String(!isOpen));
  menu?.toggleAttribute('data-moves', true);
  menu?.toggleAttribute('data-open', !isOpen);
}
