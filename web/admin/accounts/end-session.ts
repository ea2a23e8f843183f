import { useSyncExternalStore } from 'react';
import { messages } from '../../../contract/messages.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';
import { notifyError } from '../shell/notify.ts';
import { hasUnsavedInput } from '../shell/unsaved.ts';
import { clearSession, currentSession, readSession, storedToken } from './store.ts';

const messageKey = 'sessionEndMessage';

/** The open sign-in box. */
export interface OpenBox {
  userName: string;
  /** Closes the box and lets the calls that wait for the session go on. */
  resume(): void;
}

let box: OpenBox | null = null;
/** Settles when the user has signed in again; null while the session lasts. */
let signedInAgain: Promise<void> | null = null;
const listeners = new Set<() => void>();

/**
 * Handles a 401: shows the message and clears the storage (specification, section 8). Without unsaved input reloads the
 * page; else opens the sign-in box and resolves when the same user has signed in again (design, section 6).
 */
export function endSession(message: string): Promise<void> {
  if (signedInAgain) return signedInAgain;
  const userName = currentSession()?.userName ?? '';
  clearSession();
  if (userName === '' || !hasUnsavedInput()) return reload(message);
  notifyError(messages.unauthorizedTitle, message);
  return openBox(userName);
}

/** Waits for a session after a 401 to a call with this token. */
export async function renewSession(sentToken: string | null, message: string): Promise<void> {
  const token = storedToken();
  // A sign-in during the call has replaced the token already.
  if (token === null || token === sentToken) await endSession(message);
}

/** Reloads the page, which shows the message; never resolves. */
function reload(message?: string): Promise<never> {
  // Keep the message in the tab's storage, for a toast after the reload.
  if (message !== undefined) sessionStorage.setItem(messageKey, message);
  location.reload();
  return new Promise(() => {});
}

function openBox(userName: string): Promise<void> {
  signedInAgain = new Promise((resolve) => {
    setBox({
      userName,
      resume() {
        signedInAgain = null;
        setBox(null);
        resolve();
      },
    });
  });
  return signedInAgain;
}

function setBox(next: OpenBox | null): void {
  box = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open sign-in box, or null. */
export function useSignInBox(): OpenBox | null {
  return useSyncExternalStore(subscribe, () => box);
}

/** Shows the message that `endSession` kept, once. */
export function showSessionEnd(): void {
  const message = sessionStorage.getItem(messageKey);
  if (message === null) return;
  sessionStorage.removeItem(messageKey);
  notifyError(messages.unauthorizedTitle, message);
}

/**
 * Follows sign-ins in other tabs, which share the storage. The same user closes the sign-in box; after another user's
 * sign-in this tab reloads as that user, or asks for its own user if there is unsaved input.
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // `keepSession` stores this key last.
    if (key !== sessionKeys.twilioClientId) return;
    const userName = currentSession()?.userName;
    const stored = readSession()?.userName;
    if (stored === undefined || userName === undefined) return;
    if (stored === userName) return box?.resume();
    if (!hasUnsavedInput()) return void reload();
    if (!box) void openBox(userName);
  });
}
