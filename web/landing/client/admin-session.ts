import type { Role } from '../../../contract/roles.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';

/** Roles that may change the live page, without the table of all roles, which every visitor would load. */
const editors = new Set<string>(['Admin', 'Editor'] satisfies Role[]);

/** True if an editor's session is stored and not expired; other visitors never load the editing script. */
export function isAdminSignedIn(): boolean {
  try {
    const expires = Date.parse(localStorage.getItem(sessionKeys.expires) ?? '');
    return editors.has(localStorage.getItem(sessionKeys.role) ?? '') && expires > Date.now();
  } catch {
    // Browsers with disabled storage throw.
    return false;
  }
}
