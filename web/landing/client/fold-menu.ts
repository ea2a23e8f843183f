/**
 * Folds the menu into the off-canvas panel (sections/header.module.css) in narrow windows, and in wide ones whose bar is
 * too short for the entries. True if folded.
 */
export function foldMenu(page: Document): boolean {
  const { dataset } = page.documentElement;
  const menu = page.querySelector('[data-menu]');
  const entries = menu?.querySelector('ul');
  menu?.removeAttribute('data-moves');
  // As in boot.ts, which folds the menu of a narrow window before the first paint.
  const isNarrow = page.defaultView?.matchMedia('(max-width:63.99rem)').matches;
  if (!isNarrow) delete dataset.folded;
  if (isNarrow || (entries && entries.scrollWidth > entries.clientWidth)) dataset.folded = '';
  return 'folded' in dataset;
}
