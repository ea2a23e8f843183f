import { sessionKeys } from '../../../contract/session-keys.ts';

/** True if an Admin's session is stored and not expired; other visitors never load the editing script. */
export function isAdminSignedIn(): boolean {
  try {
    const expires = Date.parse(localStorage.getItem(sessionKeys.expires) ?? '');
    return localStorage.getItem(sessionKeys.role) === 'Admin' && expires > Date.now();
  } catch {
    // Browsers with disabled storage throw.
    return false;
  }
}
