import { one } from './elements.ts';

/** Opens the newsletter dialog and focuses its field. */
export function openSubscribeDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#subscribe-dialog');
  if (!dialog) return;
  dialog.showModal();
  one('input[type=email]', dialog)?.focus();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
}
