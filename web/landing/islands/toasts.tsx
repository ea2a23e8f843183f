import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify';
import { messages } from '../../../contract/messages.ts';

/** Display time of a toast (specification, section 9). */
const timeoutMs = 5000;

let host: HTMLElement | undefined;

/** Shows a success toast. */
export function showSuccess(message: string): void {
  bringToFront();
  toast.success(message);
}

/** Shows an error toast (specification, section 8). */
export function showError(message: string): void {
  bringToFront();
  toast.error(
    <p>
      <strong>{messages.errorTitle}</strong> {message}
    </p>,
  );
}

/** Moves the toasts above an open dialog: the popover shown last is on top. */
function bringToFront(): void {
  if (host) host.hidePopover();
  else host = mount();
  host.showPopover();
}

function mount(): HTMLElement {
  const element = document.createElement('div');
  element.popover = 'manual';
  element.className = 'toasts';
  document.body.append(element);
  createRoot(element).render(
    <ToastContainer position="top-right" autoClose={timeoutMs} pauseOnHover theme="colored" />,
  );
  return element;
}
