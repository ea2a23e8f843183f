/** Puts the map in the place of its panel. */
export function showMap(link: HTMLElement): void {
  const { map: address = '', title = '' } = link.dataset;
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = title;
  frame.loading = 'lazy';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  link.closest('section')?.replaceChildren(frame);
  frame.focus();
}
