/** Closes the dialog on a click beside it. A click on its padding has the same target, so the position decides. */
export function closeBeside(dialog: HTMLDialogElement): void {
  dialog.onclick = ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (target === dialog && !isInside) dialog.close();
  };
}
