/** Replaces the map's panel with the embedded map. */
export function showMap(link: HTMLElement): void {
  const { map: url = '', title = '' } = link.dataset;
  const frame = document.createElement('iframe');
  frame.src = url;
  frame.title = title;
  frame.loading = 'lazy';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  link.closest('section')?.replaceChildren(frame);
  frame.focus();
}
