import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { needsProof } from '../errors.ts';
import type { Session } from './sessions.ts';

/** Minutes after a proof of identity in which credentials, users and tokens may be changed. */
export const proofMinutes = 10;

/** Throws 403 with `needsProof` if the session's last proof of identity is too old. */
export function requireRecentProof({ provenAt }: Pick<Session, 'provenAt'>, now: Date): void {
  if (Number(now) - Number(provenAt) > proofMinutes * 60_000) throw needsProof();
}

/** Notes that the session's user has proven their identity now. */
export async function proveSession(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  sessionId: number,
): Promise<void> {
  await db.update(sessions).set({ provenAt: now() }).where(eq(sessions.id, sessionId));
}
