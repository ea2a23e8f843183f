import { toast } from 'react-toastify/unstyled';

/** The element that had the focus before the notifications. */
let before: HTMLElement | null = null;

/** Pauses the notifications while one of them has the focus, and remembers where the focus came from. */
export function followToastFocus(holder: HTMLElement): void {
  holder.addEventListener('focusin', ({ relatedTarget }) => {
    toast.pause();
    if (relatedTarget instanceof HTMLElement && !holder.contains(relatedTarget)) before = relatedTarget;
  });
  holder.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && holder.contains(relatedTarget))) toast.play();
  });
}

/** Moves the focus from a notification that closes to where the focus was before, or to the open panel or the screen. */
export function leaveToasts(): void {
  const around = document.activeElement?.closest<HTMLElement>('[role=dialog], #content');
  const target = before?.isConnected ? before : (around ?? document.getElementById('content'));
  before = null;
  target?.focus({ preventScroll: true });
}
