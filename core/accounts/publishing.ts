import { forbidden } from '../errors.ts';
import { may } from './permissions.ts';
import type { Session } from './sessions.ts';

/** Throws 403 if the caller may change content in releases only. */
export function requirePublishing(session: Session): void {
  if (!may(session, 'content:publish')) throw forbidden('You change the page in releases. Choose a release first.');
}
