import { all, one } from './elements.ts';
import { foldMenu } from './fold-menu.ts';

/** Folds the menu as needed and enables the folded one; an open menu traps focus and makes the page inert. */
export function enableMenu(): void {
  const menu = one('[data-menu]');
  const toggle = one('[data-menu-toggle]');
  if (!menu || !toggle) return;
  const isOpen = () => toggle.getAttribute('aria-expanded') === 'true';

  const show = (open: boolean) => {
    toggle.setAttribute('aria-expanded', String(open));
    if (open) menu.dataset.moves = '';
    menu.toggleAttribute('data-open', open);
    for (const element of all('main, footer')) element.inert = open;
    if (open) one('a', menu)?.focus();
  };

  toggle.addEventListener('click', () => show(!isOpen()));
  menu.addEventListener('click', ({ target }) => {
    if (isOpen() && target instanceof Element && target.closest('a')) show(false);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (isOpen() && target instanceof Node && !menu.contains(target) && !toggle.contains(target)) show(false);
  });
  document.addEventListener('keydown', (event) => {
    if (!isOpen()) return;
    if (event.key === 'Escape') {
      show(false);
      toggle.focus();
    }
    if (event.key === 'Tab') trapFocus(event, [...all('a', menu), toggle]);
  });

  const fold = () => {
    if (!foldMenu(document) && isOpen()) show(false);
  };
  let width = innerWidth;
  addEventListener('resize', () => {
    // A phone changes the height while scrolling.
    if (width === innerWidth) return;
    width = innerWidth;
    fold();
  });
  fold();
  void document.fonts.ready.then(fold);
}

/** Traps focus: Tab cycles through the controls. */
function trapFocus(event: KeyboardEvent, controls: HTMLElement[]): void {
  const step = event.shiftKey ? -1 : 1;
  const now = controls.findIndex((control) => control.matches(':focus'));
  controls.at((now + step) % controls.length)?.focus();
  event.preventDefault();
}
