import { all, one } from './elements.ts';
import { openViewer } from './viewer.ts';

/** Opens a project's picture in the viewer; arrow keys and buttons show the other pictures. */
export function openGallery(link: HTMLElement): void {
  const links = all('[data-gallery]');
  let current = links.indexOf(link);
  const dialog = openViewer(picture(link));
  if (!dialog) return;

  const step = (by: number) => {
    current = (current + by + links.length) % links.length;
    const next = links[current];
    if (next) openViewer(picture(next));
  };
  const closed = new AbortController();
  const { signal } = closed;
  dialog.addEventListener('close', () => closed.abort(), { signal });
  for (const button of all('[data-view-step]', dialog)) {
    button.addEventListener('click', () => step(Number(button.dataset.viewStep)), { signal });
  }
  dialog.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'ArrowLeft') step(-1);
      if (key === 'ArrowRight') step(1);
    },
    { signal },
  );
}

/** The link's full-size picture; the thumbnail's size reserves the space. */
function picture(link: HTMLElement) {
  const title = link.dataset.gallery ?? '';
  const image = new Image();
  image.src = link.getAttribute('href') ?? '';
  image.alt = title;
  const small = one('img', link);
  if (small instanceof HTMLImageElement) {
    image.width = small.width;
    image.height = small.height;
  }
  return { kind: 'pictures', title, element: image } as const;
}
