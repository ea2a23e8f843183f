import { sessionKeys } from '../../../contract/session-keys.ts';

/** True where an Admin has signed in and not run out: all others' browsers never load what edits the page. */
export function isAdminSignedIn(): boolean {
  try {
    const expires = Date.parse(localStorage.getItem(sessionKeys.expires) ?? '');
    return localStorage.getItem(sessionKeys.role) === 'Admin' && expires > Date.now();
  } catch {
    // A browser that keeps nothing for sites throws; nobody is signed in there.
    return false;
  }
}
