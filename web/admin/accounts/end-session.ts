import { messages } from '../../../contract/messages.ts';
import { notifyError } from '../shell/notify.tsx';
import { clearSession } from './store.ts';

const farewellKey = 'farewell';

/**
 * Answers a 401: storage cleared and page reloaded (specification, section 8).
 * The toast would go down with the page, so it waits in the tab's storage for the next one.
 */
export function endSession(message: string): void {
  clearSession();
  sessionStorage.setItem(farewellKey, message);
  location.reload();
}

/** Shows the toast the last page left, once. */
export function showFarewell(): void {
  const message = sessionStorage.getItem(farewellKey);
  if (message === null) return;
  sessionStorage.removeItem(farewellKey);
  notifyError(messages.unauthorizedTitle, message);
}
