import { enableControls } from '../../../landing/client/slider.ts';

const sliders = new WeakSet<HTMLElement>();

/** What Tab reaches on a page; sliders and the folded menu work in the editor, too. */
const controls = 'a[href], button, input, textarea, [tabindex="0"]';
const workingControls = '[data-track], [data-slide], [data-menu-toggle]';

/** Takes the page's own links and inputs out of the order of Tab, and enables the buttons of sliders, without autoplay. */
export function preparePage(page: Document): void {
  for (const control of page.body.querySelectorAll<HTMLElement>(controls))
    if (control.tabIndex !== -1 && !control.matches(workingControls)) control.tabIndex = -1;
  for (const slider of page.body.querySelectorAll<HTMLElement>('[data-slider]')) {
    if (sliders.has(slider)) continue;
    sliders.add(slider);
    enableControls(slider);
  }
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
