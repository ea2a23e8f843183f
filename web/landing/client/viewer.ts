import { closeBeside } from './close-beside.ts';
import { one } from './elements.ts';

interface ViewerContent {
  kind: 'pictures' | 'film';
  title: string;
  element: HTMLElement;
}

/** Shows a picture or a video in the viewer dialog (components/viewer.tsx); closing the dialog removes the element. */
export function openViewer({ kind, title, element }: ViewerContent): HTMLDialogElement | null {
  const dialog = document.querySelector<HTMLDialogElement>('#viewer');
  const stage = dialog && one('[data-stage]', dialog);
  if (!dialog || !stage) return null;
  dialog.dataset.shows = kind;
  one('#viewer-title', dialog)?.replaceChildren(title);
  stage.replaceChildren(element);
  if (dialog.open) return dialog;
  dialog.showModal();
  closeBeside(dialog);
  dialog.addEventListener('close', () => stage.replaceChildren(), { once: true });
  return dialog;
}
