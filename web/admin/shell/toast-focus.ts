import { toast } from 'react-toastify/unstyled';

/** The element that had the focus before the notifications. */
let before: HTMLElement | null = null;

/** Pauses the notifications while one of them has the focus, and remembers where the focus came from. */
export function followToastFocus(holder: HTMLElement): void {
  const isOutside = (target: EventTarget | null) => !(target instanceof Node && holder.contains(target));
  holder.addEventListener('focusin', ({ relatedTarget }) => {
    toast.pause();
    if (isOutside(relatedTarget)) before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  });
  holder.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOutside(relatedTarget)) toast.play();
  });
}

/** Moves the focus from a closing notification to where the focus was before, or to the open panel or the screen. */
export function leaveToast(toastId: string): void {
  const focused = document.activeElement;
  if (!document.getElementById(toastId)?.contains(focused)) return;
  const around = focused?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('content');
  const target = before?.isConnected ? before : around;
  target?.focus({ preventScroll: true });
}
