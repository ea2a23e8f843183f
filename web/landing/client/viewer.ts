import { one } from './elements.ts';

interface Shown {
  what: 'pictures' | 'film';
  title: string;
  element: HTMLElement;
}

/** Shows one thing in the viewer dialog (components/viewer.tsx); what it shows is dropped when it closes. */
export function openViewer({ what, title, element }: Shown): HTMLDialogElement | null {
  const dialog = document.querySelector<HTMLDialogElement>('#viewer');
  const stage = dialog && one('[data-stage]', dialog);
  if (!dialog || !stage) return null;
  dialog.dataset.shows = what;
  one('#viewer-title', dialog)?.replaceChildren(title);
  stage.replaceChildren(element);
  if (dialog.open) return dialog;
  dialog.showModal();
  const closeOutside = (event: MouseEvent) => event.target === dialog && dialog.close();
  dialog.addEventListener('click', closeOutside);
  dialog.addEventListener(
    'close',
    () => {
      dialog.removeEventListener('click', closeOutside);
      stage.replaceChildren();
    },
    { once: true },
  );
  return dialog;
}
