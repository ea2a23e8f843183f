import { messages } from '../../../contract/messages.ts';
import { notifyError } from '../shell/notify.tsx';
import { clearSession } from './store.ts';

const messageKey = 'sessionEndMessage';

/**
 * Handles a 401: clears the storage and reloads the page (specification, section 8).
 * Keeps the message in the tab's storage, for a toast after the reload.
 */
export function endSession(message: string): void {
  clearSession();
  sessionStorage.setItem(messageKey, message);
  location.reload();
}

/** Shows the message that `endSession` kept, once. */
export function showSessionEnd(): void {
  const message = sessionStorage.getItem(messageKey);
  if (message === null) return;
  sessionStorage.removeItem(messageKey);
  notifyError(messages.unauthorizedTitle, message);
}
