import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify';
import { messages } from '../../../contract/messages.ts';

/** Milliseconds a toast stays (specification, section 9). */
const timeout = 5000;

let host: HTMLElement | undefined;

/** Says that something worked. */
export function showSuccess(message: string): void {
  raise();
  toast.success(message);
}

/** Says what went wrong (specification, section 8). */
export function showError(message: string): void {
  raise();
  toast.error(
    <p>
      <strong>{messages.errorTitle}</strong> {message}
    </p>,
  );
}

/** Puts the toasts above everything, an open dialog included: the last popover shown is the topmost. */
function raise(): void {
  if (host) host.hidePopover();
  else host = mount();
  host.showPopover();
}

function mount(): HTMLElement {
  const element = document.createElement('div');
  element.popover = 'manual';
  element.className = 'toasts';
  document.body.append(element);
  createRoot(element).render(<ToastContainer position="top-right" autoClose={timeout} pauseOnHover theme="colored" />);
  return element;
}
