import { closeBeside } from './close-beside.ts';
import { one } from './elements.ts';

/** Opens the newsletter dialog and focuses its field. */
export function openSubscribeDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#subscribe-dialog');
  if (!dialog) return;
  dialog.showModal();
  one('input[type=email]', dialog)?.focus();
  closeBeside(dialog);
}
